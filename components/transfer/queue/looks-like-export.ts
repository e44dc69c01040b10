const HEAD_BYTES = 4_096
/** Fields that only exports of chats have. */
const BEGINNINGS =
  /"(?:mapping|chunkedPrompt)"\s*:\s*\{|"(?:chat_messages|messagesTree|conversation_turns|responses)"\s*:\s*\[|"(?:isCreatedByUser|chatID|date_unixtime|__exported_items)"\s*:|^\s*\{\s*"mneme"\s*:/

export const looksLikeZip = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  /\.zip$/i.test(name) || type === 'application/zip' || type === 'application/x-zip-compressed'

/** Whether a file looks like an export rather than something to discuss. A ZIP does. */
export async function looksLikeExport(file: File): Promise<boolean> {
  if (looksLikeZip(file)) return true
  if (!/\.json$/i.test(file.name)) return false
  if (/^conversations\.json$/i.test(file.name)) return true
  // An unreadable file is reported when it is sent.
  return BEGINNINGS.test(
    await file
      .slice(0, HEAD_BYTES)
      .text()
      .catch(() => ''),
  )
}
