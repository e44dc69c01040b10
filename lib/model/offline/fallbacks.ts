import { isCorrection, isThanks } from '@/lib/heuristics/correction'
import { guess } from '@/lib/heuristics/depth/guess'
import { answerOf, factQuestion } from '@/lib/heuristics/fact-finding/asked'
import { meantBy } from '@/lib/heuristics/fact-finding/entities'
import { findFactsSlowly } from '@/lib/heuristics/fact-finding/find-facts'
import { asksForFeelings, feelingsIn, toneOf } from '@/lib/heuristics/feelings'
import { judgeByEvidence, withRetries } from '@/lib/heuristics/judge'
import { measuredContent, measuredParts } from '@/lib/heuristics/measured'
import { askingPart, isQuestion, isSmallTalk } from '@/lib/heuristics/question'
import { redact } from '@/lib/heuristics/redact/redact'
import { rollUp } from '@/lib/heuristics/roll-up'
import { holdsSecret, isSecretFact } from '@/lib/heuristics/secrets/secrets'
import { summariseTurn } from '@/lib/heuristics/summarise'
import { edgesOf, edgesOfAll } from '@/lib/heuristics/text/edges'
import { proseOf, refersBack } from '@/lib/heuristics/text/prose'
import { sentencesOf } from '@/lib/heuristics/text/sentences'
import { isTakenFrom, titleOf } from '@/lib/heuristics/titles/title'
import type { Triple } from '@/lib/shared/memory/facts'
import { asksEverything } from './answer/query'

/** Used without a language model, and if a model's structured call fails: deterministic and extractive. */
export const summariseExtractively = summariseTurn
export const rollUpExtractively = rollUp
export const guessDepth = guess
export const sentencesIn = sentencesOf
export const readPart = (text: string) => edgesOf(text)
export const isQuestionText = (text: string) => sentencesOf(edgesOf(text)).every(isQuestion)
export const asksAll = (text: string) => sentencesOf(edgesOf(text)).some(asksEverything)
/** The facts that answer a question; of several questions, the last ones. */
export const factsAnswering = <T extends Triple>(text: string, facts: readonly T[]): ReadonlySet<T> =>
  new Set(
    sentencesOf(askingPart(text)).flatMap((sentence) => answerOf(factQuestion(sentence), facts)?.facts ?? []),
  )
export {
  asksForFeelings,
  edgesOfAll,
  feelingsIn,
  findFactsSlowly,
  holdsSecret,
  isCorrection,
  isSecretFact,
  isSmallTalk,
  isThanks,
  judgeByEvidence,
  meantBy,
  measuredContent,
  measuredParts,
  proseOf,
  redact,
  refersBack,
  toneOf,
  withRetries,
}
/** A conversation's first title, from its first message. */
export const titleFor = (text: string) => titleOf(text) || 'New conversation'
/** Whether a title was made from a text without a model, by this or an earlier version. */
export const isTitleFor = (title: string, text: string) =>
  titleFor(text) === title || isTakenFrom(title, text)
