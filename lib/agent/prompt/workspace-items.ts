import type { TurnState } from '@/lib/agent/turn-state'
import { fileEntryId } from '@/lib/memory/search/searched-text'
import { itemOf } from '@/lib/prompts/item'
import { limits } from '@/lib/shared/limits'
import { sectionBudget } from '@/lib/shared/section-budget'
import { truncated } from '@/lib/shared/truncated'
import type { Candidate } from './fit'
import { DROP } from './plan'

/** Of the section's tokens for the texts of files; the rest is for their names and for values. */
const TEXT_SHARE = 0.9

/** The texts of the files that a turn shows, by path: cut if they are long, and those for which there is room. */
function fileTexts({ workspace, shownFiles, deps, totalTokens }: TurnState): Map<string, string> {
  const budget = sectionBudget('workspace', totalTokens)
  const most = budget * 2
  let left = budget * TEXT_SHARE
  const texts = new Map<string, string>()
  for (const path of shownFiles) {
    const whole = workspace.opened(path) ?? ''
    const text = whole.length > most ? `${whole.slice(0, most)}... (truncated; use read_file)` : whole
    const tokens = deps.countTokens(text)
    if (tokens > left) continue
    left -= tokens
    texts.set(path, text)
  }
  return texts
}

/** The search entries of the files that the section holds whole. */
export function wholeFiles(state: TurnState): Set<string> {
  const { conversationId } = state.run.turn
  const whole = [...fileTexts(state)].filter(([path, text]) => text === state.workspace.opened(path))
  return new Set(whole.map(([path]) => fileEntryId({ conversationId, path })))
}

/** Files and values of the conversation; those without room for their text are only named. */
export function workspaceItems(state: TurnState): Candidate[] {
  const { files, state: values } = state.workspace.tree()
  const { conversationId } = state.run.turn
  const texts = fileTexts(state)
  const newest = [...texts.keys()]
  const listed = Object.entries(files).map(([path, file], i): Candidate => {
    const text = texts.get(path) ?? ''
    return {
      item: itemOf({ file: path, bytes: file.bytes, version: file.version }, text),
      sources: [{ kind: 'file', conversationId, path }],
      outside: text !== '' && state.outsideFiles.has(path),
      keep: text ? newest.length - newest.indexOf(path) : 1_000 - i / 1_000,
      order: i,
      dropStage: DROP.workspace,
    }
  })
  const keys = Object.entries(values).map(
    ([key, value], i): Candidate => ({
      item: itemOf({ state: key }, truncated(value, limits.prompt.toolResultChars)),
      sources: [{ kind: 'state', conversationId, key, value }],
      keep: 900 - i / 1_000,
      order: 10_000 + i,
      dropStage: DROP.workspace,
    }),
  )
  return [...listed, ...keys]
}
