import type { Format } from '@/components/ui/words/use-format'
import type { StrategyDto } from '@/lib/shared/learning/playbook'
import type { Counters, StrategyStatus } from '@/lib/shared/learning/strategies'
import { shortened } from '@/lib/shared/shortened'
import { UNTITLED } from '@/lib/shared/untitled'

export const STATUS_WORDS: Record<StrategyStatus, string> = {
  active: 'In use',
  quarantined: 'Set aside',
  retired: 'Retired',
  proposed: 'Waiting for approval',
}
/** Its row on the Lessons page. */
export const strategyHref = (slug: string) => `/playbook?strategy=${slug}`

/** Why a lesson is not in use. */
export const STATUS_HELP: Partial<Record<StrategyStatus, string>> = {
  quarantined: 'It did more harm than good, so it is left out of prompts until it is tried once more.',
  retired: 'It is left out of prompts.',
  proposed: 'Learned from an answer that read external text. It is not used until you approve it.',
}

/** Whether a lesson says when it applies in the form of its heading: "When a poster is asked for". */
export const isWhen = (description: string) => /^when\s/i.test(description)
/** What a person typed as the time to use it, in that form. */
export const asWhen = (typed: string) => (!typed.trim() || isWhen(typed) ? typed : `When ${typed.trim()}`)

/** Enough to tell lessons apart. */
const TITLE = 60
/** The name of a lesson without a title of its own: its first words. */
export const strategyName = (content: string) =>
  shortened(
    content
      .trim()
      .split('\n')[0]
      ?.replace(/[*_`#>]+/g, '') ?? '',
    TITLE,
  )

type Named = { title: string; content: string }
const withoutEnd = (text: string) => text.trim().replace(/[.!?]$/, '')
/** Whether the title only repeats the first words. */
const isNamedByContent = ({ title, content }: Named) =>
  withoutEnd(title) === withoutEnd(strategyName(content))
/** Whether the title says the same as the text, which is one plain line. */
export const isOneSentence = (named: Named) =>
  isNamedByContent(named) && !/[\n*_`#>[$]/.test(named.content.trim())
/** An edited lesson: its name follows the text, unless the person gave it one of its own. */
export function withNames<T extends Named>(from: Named, to: T): T {
  const isOwn = to.title.trim() && (to.title !== from.title || !isNamedByContent(from))
  return isOwn ? to : { ...to, title: strategyName(to.content) }
}

/** "helped 5 of 6", of the times that it was rated; null before the first. */
export function helpedWords({ helpful, harmful, neutral }: Counters): string | null {
  const rated = helpful + harmful + neutral
  return rated ? `helped ${helpful} of ${rated}` : null
}

/** Where it is used, how often, and its name for the model. */
export function aboutWords({ slug, conversation, uses, cited }: StrategyDto, { plural }: Format): string {
  const where = conversation ? `only in “${conversation.title || UNTITLED}”` : 'in every conversation'
  const times = uses ? ` Shown for ${plural(uses, 'answer')}, cited by ${cited}.` : ' Not used yet.'
  return `Used ${where}.${times} Its id in prompts and exports is ${slug}.`
}

/** Where a lesson without a source turn comes from. */
export const originWords = ({ by }: Pick<StrategyDto, 'by'>) =>
  by === 'person' ? 'added by you' : by === 'import' ? 'imported' : 'learned'

/** Where it comes from, if it read text from outside; whether it waits for approval its status says. */
export const outsideWords = ({ untrusted, status }: Pick<StrategyDto, 'untrusted' | 'status'>) =>
  untrusted ? (status === 'proposed' ? ' · external' : ' · external, approved by you') : ''
