import { guess } from '@/lib/heuristics/depth/guess'
import { answerOf, factQuestion } from '@/lib/heuristics/fact-finding/asked'
import { correctionIn } from '@/lib/heuristics/fact-finding/changes'
import { askingPart, hasMemoryCue, isQuestionText } from '@/lib/heuristics/question'
import { edgesOf } from '@/lib/heuristics/text/edges'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { isTakenFrom, titleOf } from '@/lib/heuristics/titles/title'
import type { Triple } from '@/lib/shared/memory/facts'
import { asksEverything, OFTEN } from './answer/query'

/** Used without a language model, and if a model's structured call fails: deterministic and extractive. */
export { isCorrection } from '@/lib/heuristics/correction'
export { meantBy } from '@/lib/heuristics/fact-finding/entities'
export { findFactsSlowly } from '@/lib/heuristics/fact-finding/find-facts'
export { asksForFeelings, feelingsIn, toneOf } from '@/lib/heuristics/feelings'
export { measuredParts } from '@/lib/heuristics/measured'
export { isQuestionText, isSmallTalk } from '@/lib/heuristics/question'
export { placeholderOf, redact } from '@/lib/heuristics/redact/redact'
export { introducedIn, nameGuesser, redactionFor } from '@/lib/heuristics/redact/team'
export { rollUp as rollUpExtractively, rollUpChoices } from '@/lib/heuristics/roll-up'
export { holdsSecret, isSecretFact, isSecretStrategy } from '@/lib/heuristics/secrets/secrets'
export { summariseTurn as summariseExtractively } from '@/lib/heuristics/summarise'
export { edgesOfAll } from '@/lib/heuristics/text/edges'
export { ownProse } from '@/lib/heuristics/text/own-prose'
export { proseOf, refersBack } from '@/lib/heuristics/text/prose'
export { contentWords, wordsOf } from '@/lib/heuristics/text/words'
export { guess as guessDepth, sentencesOf as sentencesIn }
/** Whether a message puts another value in the place of the one before ("No, it's 9027"). */
export const correctsValue = (text: string) => text.length < 80 && correctionIn(text) !== null
export const readPart = (text: string) => edgesOf(text)
/** Whether a text only asks what was said, or how often. */
export const asksMemory = (text: string) =>
  isQuestionText(text) && (hasMemoryCue(text) || OFTEN.test(edgesOf(text)))
export const asksAll = (text: string) => sentencesOf(edgesOf(text)).some(asksEverything)
/** The facts that answer a question; of several questions, the last ones. */
export const factsAnswering = <T extends Triple>(text: string, facts: readonly T[]): ReadonlySet<T> =>
  new Set(
    sentencesOf(askingPart(text)).flatMap((sentence) => answerOf(factQuestion(sentence), facts)?.facts ?? []),
  )
/** A conversation's first title, from its first message. */
export const titleFor = (text: string) => titleOf(text) || 'New conversation'
/** Whether a title was made from a text without a model, by this or an earlier version. */
export const isTitleFor = (title: string, text: string) =>
  titleFor(text) === title || isTakenFrom(title, text)
