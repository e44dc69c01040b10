import { limits } from '@/lib/shared/limits'
import { stateKey } from '@/lib/shared/workspace'

/** `problem` is a plain sentence for the model and the person. */
export type Refused = { ok: false; problem: string }
export type FileInfo = { path: string; bytes: number; version: number }
export type Opened = { ok: true; file: FileInfo; text: string } | Refused
export type FileChanged = { ok: true; file: FileInfo; changed: boolean } | Refused
export type Edited = { ok: true; file: FileInfo; places: number } | Refused
/** `total` counts matching lines beyond the limit too; `unread` = files that could not be read. */
export type FilesSearched =
  | { ok: true; hits: { path: string; line: number; text: string }[]; total: number; unread: string[] }
  | Refused

export const refusedWith = (problem: string): Refused => ({ ok: false, problem })

const max = limits.workspace
const figure = (count: number) => count.toLocaleString('en')

/** Why a text cannot be stored: PostgreSQL and model APIs accept neither NUL nor lone surrogates. */
export const textProblem = (text: string) =>
  text.includes('\0') || !text.isWellFormed()
    ? 'This text contains binary data. Only text can be stored in the workspace.'
    : null

/**
 * Why a file cannot have `bytes`. `old` = its present size, null for a new file; `all` = all present sizes.
 */
export function sizeProblem(bytes: number, old: number | null, all: number[]): string | null {
  if (bytes > max.fileBytes)
    return `A file can have at most ${figure(max.fileBytes)} bytes; this one would have ${figure(bytes)}. Split it into several files.`
  if (old === null && all.length >= max.files)
    return `The workspace can have at most ${max.files} files. First delete one that is no longer needed.`
  const total = all.reduce((sum, size) => sum + size, 0) - (old ?? 0) + bytes
  if (total > max.totalBytes && bytes > (old ?? 0))
    return `The workspace can have at most ${figure(max.totalBytes)} bytes; this would make ${figure(total)}. First delete files that are no longer needed.`
  return null
}

export function searchProblem(wanted: string): string | null {
  if (!wanted.trim()) return 'The text to look for is empty.'
  return wanted.length > max.searchChars
    ? `The text to look for can have at most ${figure(max.searchChars)} characters.`
    : textProblem(wanted)
}

type StateChange = { ok: true; key: string } | Refused

/** The key/value state of a conversation. A broken rule is returned as a sentence, never thrown. */
export class WorkspaceState {
  private readonly values: Map<string, string>

  constructor(state: Record<string, string>) {
    this.values = new Map(Object.entries(state))
  }

  get(key: string): string | null {
    return this.values.get(stateKey(key)) ?? null
  }

  /** `value` null removes the key, whether it was set or not. */
  set(input: string, value: string | null): StateChange {
    const key = stateKey(input)
    const problem = value === null ? null : this.problem(key, value)
    if (problem) return refusedWith(problem)
    if (value === null) this.values.delete(key)
    else this.values.set(key, value)
    return { ok: true, key }
  }

  /** Sorted by key. */
  entries(): [string, string][] {
    return [...this.values].sort(([a], [b]) => (a < b ? -1 : 1))
  }

  private problem(key: string, value: string): string | null {
    if (!key) return 'The key is empty. Name what is kept, such as status.'
    if (key.length > max.stateKeyChars) return `A key can have at most ${max.stateKeyChars} characters.`
    if (key === '__proto__' || !key.isWellFormed() || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(key))
      return 'This cannot be a key. Use letters, digits, dots, dashes and spaces.'
    const unfit = textProblem(value)
    if (unfit) return unfit
    if (!this.values.has(key) && this.values.size >= max.stateKeys)
      return `The state can have at most ${max.stateKeys} keys. First remove one that is no longer needed.`
    const others = [...this.values].filter(([name]) => name !== key).flat()
    return [key, value, ...others].join('').length > max.stateChars
      ? `The state can have at most ${figure(max.stateChars)} characters in all. Keep long text in a file.`
      : null
  }
}
