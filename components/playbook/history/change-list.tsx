'use client'
import { Undo2, X } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useEffect, useRef, useState } from 'react'
import { SourceLinks } from '@/components/facts/source-links'
import { Button } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/error-note'
import { useWide } from '@/components/ui/hooks/use-wide'
import { IconButton } from '@/components/ui/icon-button'
import { PageBody } from '@/components/ui/scroll-area'
import { Sheet } from '@/components/ui/sheet'
import { SkeletonText } from '@/components/ui/skeleton'
import { RelativeTime } from '@/components/ui/words/relative-time'
import { useFormat } from '@/components/ui/words/use-format'
import type { Failure } from '@/lib/shared/errors'
import type { ChangedField, PlaybookChange, PlaybookDto, StrategyDto } from '@/lib/shared/learning/playbook'
import { server } from '../actions'
import { aboutWords, strategyHref } from '../strategy/strategy-words'
import type { StrategyActs } from '../strategy/use-strategy-acts'
import { changeWords, fieldName, shownFields } from './change-words'

/** A strategy's history, or all (null), page by page; anew when `of`, what was last read of it, changes. */
function useChangesOf(id: string | null, of: unknown) {
  const [list, setList] = useState<{ changes: PlaybookChange[]; next: number | null } | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const asked = useRef(0)
  const load = useCallback(
    async (before: number | null) => {
      const mine = ++asked.current
      const result = await server.loadPlaybookHistory({ id, before })
      if (mine !== asked.current) return
      setFailure(result.ok ? null : result.error)
      if (!result.ok) return
      const { changes, next } = result.value
      setList((old) => ({ changes: before === null ? changes : [...(old?.changes ?? []), ...changes], next }))
    },
    [id],
  )
  const reload = useCallback(() => load(null), [load])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changed, so its history did
  useEffect(() => void reload(), [reload, of])
  return { list, failure, reload, more: () => list?.next && void load(list.next) }
}

type ListProps = { strategy: StrategyDto | null; of: unknown; acts: StrategyActs }
function ChangeList({ strategy, of, acts }: ListProps) {
  const { list, failure, reload, more } = useChangesOf(strategy?.id ?? null, of)
  if (failure) return <ErrorNote error={failure} onRetry={() => void reload()} />
  if (!list) return <SkeletonText lines={3} />
  if (list.changes.length === 0) return <p className="text-ink-soft">No changes yet.</p>
  return (
    <>
      <ol className="divide-y divide-line">
        {list.changes.map((change, i) => {
          const isFirst = list.changes[i - 1]?.groupId !== change.groupId
          const isGroup = strategy === null && isFirst && list.changes[i + 1]?.groupId === change.groupId
          return (
            <li key={change.seq} className="flex flex-col gap-1 py-2">
              {isGroup && (
                <Button
                  size="sm"
                  className="self-start"
                  onClick={() => void acts.undo({ groupId: change.groupId })}
                >
                  <Undo2 aria-hidden className="size-3.5" /> Undo all {change.group} changes made together
                </Button>
              )}
              <Change
                change={change}
                named={strategy === null}
                onUndo={() => void acts.undo({ seq: change.seq })}
              />
            </li>
          )
        })}
      </ol>
      {list.next !== null && (
        <Button size="sm" look="ghost" onClick={more}>
          Show earlier changes
        </Button>
      )}
    </>
  )
}

type Props = { change: PlaybookChange; named: boolean; onUndo(): void }
function Change({ change, named, onUndo }: Props) {
  const { op, at, turn, strategy, undone } = change
  const [before, after] = changeWords(change)
  const name = strategy ? `“${strategy.title}”` : ''
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1 break-words">
        <p className={undone ? 'text-ink-soft line-through' : undefined}>
          {before} {strategy && (named ? <StrategyName strategy={strategy} /> : 'it')} {after}
        </p>
        <Fields fields={shownFields(change)} />
        <p className="text-ink-faint text-xs">
          <RelativeTime at={at} />
          {turn && (
            <>
              {' · after '}
              <SourceLinks sources={[turn]} />
            </>
          )}
          {undone && ' · undone'}
        </p>
      </div>
      {!undone && op !== 'FORGET' && (
        <Button
          size="sm"
          look="ghost"
          aria-label={`Undo: ${`${before} ${name} ${after}`.trim()}`}
          onClick={onUndo}
        >
          <Undo2 aria-hidden className="size-3.5" /> Undo
        </Button>
      )}
    </div>
  )
}

export const StrategyName = ({
  strategy: { slug, title, exists },
}: {
  strategy: NonNullable<PlaybookChange['strategy']>
}) =>
  exists ? (
    <Link
      href={strategyHref(slug)}
      prefetch={false}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      “{title}”
    </Link>
  ) : (
    <>“{title}”</>
  )

const Fields = ({ fields }: { fields: ChangedField[] }) => (
  <dl className="text-xs empty:hidden">
    {fields.map(({ field, before, after }) => (
      <div key={field} className="mt-0.5">
        <dt className="inline text-ink-soft">{fieldName(field)}: </dt>
        <dd className="inline">
          <del className="text-ink-faint">{before || 'nothing'}</del>{' '}
          <ins className="no-underline">{after || 'nothing'}</ins>
        </dd>
      </div>
    ))}
  </dl>
)

/** `strategy` null = the history of all lessons; `of` = what was last read of them. */
type HistoryPanelProps = {
  strategy: StrategyDto | null
  of: PlaybookDto | null
  acts: StrategyActs
  onClose(): void
}

export function HistoryPanel({ strategy, of, acts, onClose }: HistoryPanelProps) {
  const format = useFormat()
  const content = (
    <>
      <header className="flex h-12 shrink-0 items-center gap-2 border-line border-b pr-2 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium text-base">
          {strategy ? `History of “${strategy.title}”` : 'History'}
        </h2>
        <IconButton icon={<X />} label="Close the history" onClick={onClose} />
      </header>
      <PageBody aria-label="Changes of lessons" className="px-4 pb-8">
        {strategy && <p className="py-2 text-ink-soft">{aboutWords(strategy, format)}</p>}
        <ChangeList key={strategy?.id} strategy={strategy} of={of} acts={acts} />
      </PageBody>
    </>
  )
  if (useWide())
    return (
      <aside
        aria-label="History"
        className="flex w-96 shrink-0 flex-col border-line border-l bg-surface max-[900px]:hidden"
      >
        {content}
      </aside>
    )
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title="History" from="bottom">
      {content}
    </Sheet>
  )
}
