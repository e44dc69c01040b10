const HEAD_BYTES = 4_096
/** How exports of ChatGPT, Claude and Mneme begin. */
const BEGINNINGS = /"mapping"\s*:\s*\{|"chat_messages"\s*:\s*\[|^\s*\{\s*"mneme"\s*:/

export const isZip = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed'

/** Whether a file holds conversations rather than something to talk about, by its name and its first bytes; a ZIP cannot be read that far and counts as one. */
export async function looksLikeExport(file: File): Promise<boolean> {
  if (isZip(file)) return true
  if (!/\.json$/i.test(file.name)) return false
  if (/^conversations\.json$/i.test(file.name)) return true
  // What cannot be read is told where it is sent.
  return BEGINNINGS.test(
    await file
      .slice(0, HEAD_BYTES)
      .text()
      .catch(() => ''),
  )
}
