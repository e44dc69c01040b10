import {
  anyFields,
  anyList,
  type Fields,
  fieldsOf,
  flagOf,
  idOf,
  isFields,
  listOf,
  nameOf,
  saidOf,
  textOf,
} from './fields'
import { leave, talkOf } from './talk'

const historiesIn = ({ histories }: Fields): unknown =>
  isFields(histories) ? histories.histories : histories

/** Chats with turns and candidates, or the older histories with messages, alone or in a list. */
export const isCharacterAi = (value: Fields): boolean =>
  anyList(value.turns).some((turn) => isFields(turn) && Array.isArray(turn.candidates)) ||
  anyList(value.msgs).some((one) => isFields(one) && isFields(one.src)) ||
  Array.isArray(historiesIn(value))

export const characterChats = (value: Fields): unknown[] => {
  const list = historiesIn(value)
  return Array.isArray(list) ? list : [value]
}

const partOf = (isHuman: unknown) => (flagOf(isHuman ?? false) ? 'user' : 'assistant')

/** One chat, from its first turn on; of regenerated answers the chosen one. @throws Refusal */
export function readCharacterAi({ turns, msgs, external_id, created, chat }: Fields) {
  if (!Array.isArray(turns))
    return talkOf({ format: 'character-ai', sourceId: external_id, at: created }, anyList(msgs), (item) => {
      const { src, text, created: at } = fieldsOf(item)
      const { name, is_human } = fieldsOf(src)
      return { part: partOf(is_human), speaker: idOf(name), text: textOf(text), at }
    })
  const begun = turns.map((turn) => nameOf(anyFields(turn).create_time)).filter(Boolean)
  // The service lists the newest turn first.
  const inOrder = (begun[0] ?? '') > (begun.at(-1) ?? '') ? turns.toReversed() : turns
  const keys = turns.map((turn) => anyFields(anyFields(turn).turn_key))
  const { chat_id, character_name: title } = isFields(chat) ? chat : (keys.find((key) => key.chat_id) ?? {})
  return talkOf({ format: 'character-ai', sourceId: chat_id, title }, inOrder, (item, left) => {
    const { turn_key, create_time: at, author, candidates, primary_candidate_id } = fieldsOf(item)
    const { name, is_human } = fieldsOf(author)
    const all = listOf(candidates).map(fieldsOf)
    const chosen = all.find((one) => idOf(one.candidate_id) === primary_candidate_id) ?? all[0]
    leave(left, 'other-branch message', all.length - 1)
    const id = idOf(anyFields(turn_key).turn_id)
    return { part: partOf(is_human), speaker: idOf(name), text: textOf(chosen?.raw_content), id, at }
  })
}

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
