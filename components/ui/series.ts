/** One colour per prompt section, the same on every page. */
const SECTIONS: Record<string, string> = {
  role: 'var(--series-role)',
  tools: 'var(--series-tools)',
  playbook: 'var(--series-playbook)',
  summaries: 'var(--series-summaries)',
  window: 'var(--series-window)',
  strategies: 'var(--series-strategies)',
  recalled: 'var(--series-recalled)',
  workspace: 'var(--series-workspace)',
  thoughts: 'var(--series-thoughts)',
  task: 'var(--series-task)',
  steps: 'var(--series-steps)',
}
export const sectionColor = (section: string) => SECTIONS[section] ?? 'var(--line-strong)'

const NAMES: Record<string, string> = {
  role: 'Role and rules',
  tools: 'Tools',
  playbook: 'Playbook',
  summaries: 'Summaries',
  window: 'Window',
  strategies: 'Strategies',
  recalled: 'Recalled',
  workspace: 'Workspace',
  thoughts: 'Thoughts',
  task: 'Your message',
  steps: 'Tool results',
}
export const sectionName = (section: string) => NAMES[section] ?? section
