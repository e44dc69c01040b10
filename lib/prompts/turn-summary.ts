import { z } from 'zod'
import { limits } from '@/lib/shared/limits'
import type { Speakers } from '@/lib/shared/speakers'
import { foreignText } from '@/lib/shared/text'
import { build as fence } from './fence'
import { IS_DATA, type Played, turnItems } from './trajectory'

export const version = 'turn-summary-3'
export const name = 'turn_summary'
export const schema = z.object({
  summary: foreignText(limits.summary.maxChars).min(1),
  insights: z.array(foreignText(400)).max(10).default([]),
})

export type Input = Played & { number: number; speakers?: Speakers }

export function build(input: Input) {
  const named =
    input.speakers && Object.keys(input.speakers).length > 0
      ? " Refer to each speaker by the name in the item's speaker attribute."
      : ''
  return {
    system: `You write the memory of a conversation. Summarise one turn in 2-3 sentences, then give 3-5 insights: single facts, decisions, preferences, names, numbers or open questions that may matter later. Keep names, numbers and dates exactly.${named} Write in the language of the turn. At most ${limits.summary.maxTokens} tokens in all. ${IS_DATA}`,
    user: fence([
      { name: 'turn', note: `Turn ${input.number}.`, items: turnItems(input, { speakers: input.speakers }) },
    ]),
  }
}
