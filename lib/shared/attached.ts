/** The notice of a turn whose attached file could not join the workspace; `problem` is a sentence. */
export const notAttached = (path: string, problem: string) => `${path} could not be attached. ${problem}`

/** Why the file of a message did not join the workspace, by the notices of its turn; null = it did. */
export function whyNotAttached(path: string, notices: string[]): string | null {
  const start = notAttached(path, '')
  return notices.find((notice) => notice.startsWith(start))?.slice(start.length) ?? null
}
