const NAMES: Record<string, string> = {
  role: 'Role and rules',
  tools: 'Tools',
  profile: 'Profile',
  playbook: 'Lessons, always shown',
  summaries: 'Summaries',
  window: 'Window',
  strategies: 'Lessons found',
  facts: 'Facts',
  recalled: 'Recalled',
  workspace: 'Files',
  thoughts: 'Thoughts',
  task: 'Your message',
  steps: 'Tool results',
  input: 'What it reads',
  upkeep: 'Memory’s own prompts',
}
export const sectionName = (section: string) => NAMES[section] ?? section

/** One colour per prompt section, the same on every page. */
export const sectionColor = (section: string) =>
  section in NAMES ? `var(--series-${section})` : 'var(--line-strong)'
