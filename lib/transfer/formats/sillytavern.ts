import { z } from 'zod'
import { field, isFields, nameOf, shaped, talkOf } from './talk'

const lineSchema = z.object({
  name: field.name,
  is_user: z.boolean(),
  is_system: z.boolean().nullish(),
  mes: z.string(),
  send_date: field.any,
})
export const isSillyTavern = (value: unknown) =>
  isFields(value) && typeof value.mes === 'string' && typeof value.is_user === 'boolean'

/** A chat file of SillyTavern: a line about the chat, then a message on each. Swipes not shown are left out. */
export function readSillyTavern(lines: readonly unknown[]) {
  const head = lines.find((line) => isFields(line) && 'chat_metadata' in line)
  const { chat_metadata: chat, character_name: title } = isFields(head) ? head : {}
  const sourceId = isFields(chat) ? nameOf(chat.integrity) : ''
  const messages = lines.filter((line) => line !== head)
  return talkOf({ format: 'sillytavern', sourceId, title }, messages, (item, _, i) => {
    const line = shaped(lineSchema, item, 'a SillyTavern chat', `line ${i + 2}`)
    if (line.is_system) return 'system or tool message'
    const part = line.is_user ? 'user' : 'assistant'
    return { part, speaker: line.name, text: line.mes, at: line.send_date }
  })
}
