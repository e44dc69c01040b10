import { limits } from '@/lib/shared/limits'

/** `problem` is a plain sentence for the model and the person. */
export type Refused = { ok: false; problem: string }
export type FileInfo = { path: string; bytes: number; version: number }
export type Opened = { ok: true; file: FileInfo; text: string } | Refused
export type Changed = { ok: true; file: FileInfo; changed: boolean } | Refused
export type Edited = { ok: true; file: FileInfo; places: number } | Refused
/** `total` counts matching lines beyond the limit too; `unread` = files that could not be read. */
export type Searched =
  | { ok: true; hits: { path: string; line: number; text: string }[]; total: number; unread: string[] }
  | Refused

export const refuse = (problem: string): Refused => ({ ok: false, problem })

const max = limits.workspace
export const figure = (count: number) => count.toLocaleString('en')

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

/** Why a text cannot be searched for. */
export function searchProblem(wanted: string): string | null {
  if (!wanted.trim()) return 'The text to look for is empty.'
  return wanted.length > max.searchChars
    ? `The text to look for can have at most ${figure(max.searchChars)} characters.`
    : textProblem(wanted)
}
