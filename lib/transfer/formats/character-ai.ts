import { z } from 'zod'
import { type Fields, field, isFields, type Left, leave, nameOf, shaped, talkOf } from './talk'

const turnSchema = z.object({
  turn_key: z.object({ turn_id: field.name }).nullish(),
  create_time: field.any,
  author: z.object({ name: field.name, is_human: z.boolean().nullish() }),
  candidates: z.array(z.object({ candidate_id: field.name, raw_content: field.text })),
  primary_candidate_id: field.text,
})
const oldSchema = z.object({
  src: z.object({ name: field.name, is_human: z.boolean() }),
  text: z.string(),
  created: field.any,
})

const historiesIn = ({ histories }: Fields): unknown =>
  isFields(histories) ? histories.histories : histories
const hasCandidates = (turn: unknown) => isFields(turn) && Array.isArray(turn.candidates)

/** Chats with turns and candidates, or the older histories with messages, alone or in a list. */
export const isCharacterAi = (value: Fields): boolean =>
  (Array.isArray(value.turns) && value.turns.some(hasCandidates)) ||
  (Array.isArray(value.msgs) && value.msgs.some((one) => isFields(one) && isFields(one.src))) ||
  Array.isArray(historiesIn(value))

export const characterChats = (value: Fields): unknown[] => {
  const list = historiesIn(value)
  return Array.isArray(list) ? list : [value]
}

const WHAT = 'a Character.AI chat'
/** One chat, from its first turn on; of regenerated answers the chosen one. @throws Refusal */
export function readCharacterAi({ turns, msgs, external_id, created, chat }: Fields) {
  const left: Left = {}
  if (!Array.isArray(turns))
    return talkOf(
      { format: 'character-ai', sourceId: external_id, at: created },
      Array.isArray(msgs) ? msgs : [],
      (item, _, i) => {
        const { src, text, created: at } = shaped(oldSchema, item, WHAT, `msgs.${i}`)
        return { part: src.is_human ? 'user' : 'assistant', speaker: src.name, text, at }
      },
    )
  const begun = turns.map((turn) => String(isFields(turn) ? turn.create_time : ''))
  // The service lists the newest turn first.
  const inOrder = (begun[0] ?? '') > (begun.at(-1) ?? '') ? turns.toReversed() : turns
  const first = turns.find((turn) => isFields(turn) && isFields(turn.turn_key)) as
    | { turn_key: Fields }
    | undefined
  const sourceId = nameOf(isFields(chat) ? chat.chat_id : first?.turn_key.chat_id)
  return talkOf(
    { format: 'character-ai', sourceId, title: isFields(chat) ? chat.character_name : '' },
    inOrder,
    (item, _, i) => {
      const { author, candidates, ...turn } = shaped(turnSchema, item, WHAT, `turns.${i}`)
      const chosen = candidates.find((one) => one.candidate_id === turn.primary_candidate_id) ?? candidates[0]
      leave(left, 'other-branch message', candidates.length - 1)
      const part = author.is_human ? 'user' : 'assistant'
      const said = { text: chosen?.raw_content ?? '', id: turn.turn_key?.turn_id, at: turn.create_time }
      return { ...said, part, speaker: author.name }
    },
    left,
  )
}
