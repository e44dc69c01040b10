import { rollUp } from '@/lib/heuristics/roll-up'
import { summariseTurn } from '@/lib/heuristics/summarise'
import { titleOf } from '@/lib/heuristics/title'

/** What is used without a language model, and when a model's structured call fails: deterministic and extractive. */
export const summariseExtractively = summariseTurn
export const rollUpExtractively = rollUp
/** A conversation's first title, from its first message. */
export const titleFor = (text: string) => titleOf(text) || 'New conversation'
