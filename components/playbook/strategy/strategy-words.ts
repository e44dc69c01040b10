import type { Format } from '@/components/ui/words/use-format'
import type { StrategyDto } from '@/lib/shared/learning/playbook'
import type { Counters, StrategyStatus } from '@/lib/shared/learning/strategies'
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
