'use client'
import { useShell } from '@/components/shell/shell-context'
import type { StrategyDto, StrategyEdit } from '@/lib/shared/learning/playbook'
import type { StrategyText } from '@/lib/shared/learning/strategies'
import { UNTITLED } from '@/lib/shared/untitled'
import { EVERYWHERE, type Scope, StrategyForm, type StrategyValues, textOf } from './strategy-form'
import type { StrategyActs } from './use-strategy-acts'

const MOST_SCOPES = 12
const EMPTY: StrategyValues = {
  ...{ section: 'str', kind: 'principle', title: '', description: '', content: '', tags: '', domain: '' },
  scope: EVERYWHERE,
}

/** The conversations that a strategy can be for: its own, those it was learned in, and the latest. */
function useScopes(strategy: StrategyDto | null): Scope[] {
  const { conversations } = useShell()
  const own = strategy?.conversation ? [strategy.conversation] : []
  const sources = strategy?.sources.map(({ conversationId: id, title }) => ({ id, title })) ?? []
  const all = new Map([...own, ...sources, ...conversations].map(({ id, title }) => [id, title || UNTITLED]))
  return [...all].slice(0, MOST_SCOPES).map(([id, title]) => ({ id, title }))
}
const idOf = (scope: string) => (scope === EVERYWHERE ? null : scope)

type AddProps = { acts: StrategyActs; domains: string[]; onClose(): void }
/** Adds a strategy in the person's own words. */
export const AddStrategyForm = ({ acts, domains, onClose }: AddProps) => (
  <StrategyForm
    name="Add a strategy"
    start={EMPTY}
    scopes={useScopes(null)}
    domains={domains}
    save="Add"
    help="It is in use at once: answers that rely on it cite it."
    onSave={(values) => acts.add({ ...textOf(values), conversationId: idOf(values.scope) })}
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
/** Edits a strategy where it stands. */
export function EditStrategyForm({ strategy, acts, domains, onClose }: EditProps) {
  const { section, kind, title, description, content, domain, tags, conversation } = strategy
  const start = {
    ...{ section, kind, title, description, content, domain },
    ...{ tags: tags.join(', '), scope: conversation?.id ?? EVERYWHERE },
  }
  return (
    <StrategyForm
      name={`Edit ${strategy.slug}`}
      start={start}
      scopes={useScopes(strategy)}
      domains={domains}
      save="Save"
      help="Its id, counters and history stay."
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
