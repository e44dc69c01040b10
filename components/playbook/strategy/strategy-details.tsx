'use client'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { SkeletonText } from '@/components/ui/skeleton'
import { useFormat } from '@/components/ui/words/use-format'
import type { EffectSide, StrategyDto, StrategyEffect } from '@/lib/shared/learning/playbook'
import { loadStrategyEffect } from '../actions'
import { ChangeList } from '../history/change-list'
import { aboutWords, effectWords, tooFewWords } from './strategy-words'
import type { StrategyActs } from './use-strategy-acts'

/** What a lesson has brought, and what was changed in it. */
export function StrategyDetails({ strategy, acts }: { strategy: StrategyDto; acts: StrategyActs }) {
  return (
    <div className="flex flex-col gap-4 border-line border-l-2 py-1 pl-4">
      <Effect strategy={strategy} />
      <section aria-label={`History of ${strategy.title}`}>
        <h3 className="font-medium">History</h3>
        <ChangeList strategy={strategy} of={strategy} acts={acts} />
      </section>
    </div>
  )
}

function Effect({ strategy }: { strategy: StrategyDto }) {
  const { id, title, uses, cited } = strategy
  const format = useFormat()
  const loaded = useLoaded(`${id} ${uses} ${cited}`, () => loadStrategyEffect({ id }))
  const { value: effect, error: failure } = loaded
  const words = effect && effectWords(effect, format)
  return (
    <section aria-label={`Effect of ${title}`}>
      <h3 className="font-medium">Effect</h3>
      <p className="text-ink-soft">{aboutWords(strategy, format)}</p>
      {failure && <ErrorNote error={failure} />}
      {!effect && !failure && <SkeletonText lines={2} />}
      {effect && (
        <>
          <p className="text-ink-soft">{words ?? tooFewWords(effect, format)}</p>
          {words && <EffectTable effect={effect} />}
        </>
      )}
    </section>
  )
}

const EffectTable = ({ effect: { used, others } }: { effect: StrategyEffect }) => (
  <table className="mt-1 text-xs tabular">
    <thead className="text-ink-soft">
      <tr className="[&>th]:pr-5 [&>th]:pb-1 [&>th]:text-left [&>th]:font-medium">
        <th scope="col">Messages</th>
        <th scope="col">Count</th>
        <th scope="col">Judged a success</th>
        <th scope="col">Tokens per turn</th>
      </tr>
    </thead>
    <tbody>
      <EffectRow name="Citing it" side={used} />
      <EffectRow name="Similar, not citing it" side={others} />
    </tbody>
  </table>
)
function EffectRow({ name, side: { turns, rate, tokens } }: { name: string; side: EffectSide }) {
  const format = useFormat()
  return (
    <tr className="[&>*]:pr-5 [&>th]:text-left [&>th]:font-normal">
      <th scope="row">{name}</th>
      <td>{format.number(turns)}</td>
      <td>{rate === null ? 'too few' : format.percent(rate)}</td>
      <td>{tokens === null ? 'too few' : format.tokens(Math.round(tokens))}</td>
    </tr>
  )
}
