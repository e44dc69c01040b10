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
