/** The notice of a turn whose attached file could not be added to the workspace. `problem` is a sentence. */
export const notAttached = (path: string, problem: string) => `${path} could not be attached. ${problem}`

/** Why an attached file was not added to the workspace, read from the turn's notices; null = it was added. */
export function whyNotAttached(path: string, notices: string[]): string | null {
  const start = notAttached(path, '')
  return notices.find((notice) => notice.startsWith(start))?.slice(start.length) ?? null
}
