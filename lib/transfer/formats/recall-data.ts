import { pictureLine } from '@/lib/shared/picture'
import { type Fields, fieldsOf, idOf, listOf, textOf } from './fields'
import { talkOf } from './talk'

/**
 * One conversation of the benchmark's format. A picture's `caption` follows the text as a marked line.
 * @throws Refusal
 */
export function readRecallData({ id, title, speakers, turns }: Fields) {
  const [user] = listOf(speakers)
  return talkOf(
    { format: 'recall-data', sourceId: id, title: textOf(title) || id },
    listOf(turns),
    (item) => {
      const turn = fieldsOf(item)
      const [speaker, text, caption] = [turn.speaker, turn.text, turn.caption].map(textOf)
      return {
        ...{ part: speaker === user ? 'user' : 'assistant', speaker: speaker ?? '', at: turn.at },
        ...{ id: idOf(turn.id), session: idOf(turn.session) },
        text: [text, caption && pictureLine(caption)].filter(Boolean).join('\n'),
      }
    },
  )
}
