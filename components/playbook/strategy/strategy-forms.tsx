'use client'
import { useShell } from '@/components/shell/shell-context'
import type { StrategyDto, StrategyEdit } from '@/lib/shared/learning/playbook'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import { UNTITLED } from '@/lib/shared/untitled'
import {
  EVERYWHERE,
  LessonForm,
  type Scope,
  StrategyForm,
  type StrategyValues,
  textOf,
} from './strategy-form'
import { asWhen } from './strategy-words'
import type { StrategyActs } from './use-strategy-acts'

const MOST_SCOPES = 12
const EMPTY: StrategyValues = {
  ...{ section: 'str', kind: 'principle', title: '', description: '', content: '', tags: '', domain: '' },
  scope: EVERYWHERE,
}

/** The conversations that a lesson can be for: its own, those it was learned in, and the latest. */
function useScopes({ conversation, sources }: StrategyDto): Scope[] {
  const { conversations } = useShell()
  const own = conversation ? [conversation] : []
  const taught = sources.map(({ conversationId: id, title }) => ({ id, title }))
  const all = new Map([...own, ...taught, ...conversations].map(({ id, title }) => [id, title || UNTITLED]))
  return [...all].slice(0, MOST_SCOPES).map(([id, title]) => ({ id, title }))
}
const idOf = (scope: string) => (scope === EVERYWHERE ? null : scope)

/** Adds a lesson in the person's own words. */
export const AddStrategyForm = ({ acts, onClose }: { acts: StrategyActs; onClose(): void }) => (
  <LessonForm
    name="Add a lesson"
    start={EMPTY}
    save="Add"
    help="It takes effect immediately. Answers that rely on it cite it."
    onSave={({ description, ...values }) =>
      acts.add({ ...textOf({ ...values, description: asWhen(description) }), conversationId: null })
    }
    onClose={onClose}
  />
)

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
/** Only what was changed, so that a change by a background job meanwhile is kept. */
export const changed = (from: StrategyText, to: StrategyText): StrategyEdit =>
  Object.fromEntries(
    (Object.keys(to) as (keyof StrategyText)[])
      .filter((key) => !same(from[key], to[key]))
      .map((key) => [key, to[key]]),
  )

type EditProps = { strategy: StrategyDto; acts: StrategyActs; domains: string[]; onClose(): void }
/** Edits a lesson in place. */
export function EditStrategyForm({ strategy, acts, domains, onClose }: EditProps) {
  const { section, kind, title, description, content, domain, tags, conversation } = strategy
  const start = {
    ...{ section, kind, title, description, content, domain },
    ...{ tags: tags.join(', '), scope: conversation?.id ?? EVERYWHERE },
  }
  return (
    <StrategyForm
      name={`Edit ${title}`}
      start={start}
      scopes={useScopes(strategy)}
      domains={domains}
      save="Save"
      help="What is known of how it helped is kept."
      onSave={(values) =>
        acts.edit(
          strategy,
          changed(textOf(start), textOf(values)),
          values.scope === start.scope ? undefined : idOf(values.scope),
        )
      }
      onClose={onClose}
    />
  )
}
