import { anyFields, type Fields, fieldsOf, flagOf, idOf, isFields, saidOf } from './fields'
import { talkOf } from './talk'

export const isSillyTavern = (value: unknown) =>
  isFields(value) && typeof value.mes === 'string' && typeof value.is_user === 'boolean'

/** A chat file of SillyTavern: a line about the chat, then a message on each. Swipes not shown are left out. */
export function readSillyTavern(lines: readonly unknown[]) {
  const head = lines.find((line): line is Fields => isFields(line) && 'chat_metadata' in line)
  const sourceId = anyFields(head?.chat_metadata).integrity
  const messages = lines.filter((line) => line !== head)
  return talkOf({ format: 'sillytavern', sourceId, title: head?.character_name }, messages, (item) => {
    const { name, is_user, is_system, mes, send_date: at } = fieldsOf(item)
    if (is_system) return 'system or tool message'
    return { part: flagOf(is_user) ? 'user' : 'assistant', speaker: idOf(name), text: saidOf(mes), at }
  })
}
