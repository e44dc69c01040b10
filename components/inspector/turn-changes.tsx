'use client'
import { LoaderCircle } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect } from 'react'
import { nodeHref } from '@/components/chat/conversation/history/turn-href'
import { factsHref } from '@/components/search/address/hit-links'
import { useChangesOf } from '@/components/shell/shell-context'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { PlaybookChange } from '@/lib/shared/learning/playbook'
import { fileId, nodeId } from '@/lib/shared/memory/graph'
import {
  type ChangedFact,
  type ChangedFile,
  type ChangedValue,
  type TurnChanges as Changes,
  type ChangingJob,
  hasChanges,
} from '@/lib/shared/turn/turn-changes'
import { StrategyName } from '../playbook/history/change-list'
import { changeWords } from '../playbook/history/change-words'
import { ErrorNote } from '../ui/error-note'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/words/use-format'
import { SUMMARY_WORDS } from '../ui/words/words'
import { server } from './actions'
import { Region } from './inspector-frame'

const CHANGED: ReadonlySet<string> = new Set([
  'turn',
  'status',
  'summary',
  'fact',
  'strategy',
  'file',
  'conversation',
])
/** A job that finds nothing emits no change, so its end is polled. */
const AGAIN_MS = 2_000

/** What a turn changed in memory, and what is still being worked on. */
export function TurnChanges({ turnId }: { turnId: string }) {
  const { value: changes, error, reload } = useLoaded(turnId, () => server.loadTurnChanges({ turnId }))
  useChangesOf(CHANGED, reload)
  useEffect(() => {
    if (!changes || !hasPendingChanges(changes)) return
    const timer = setTimeout(reload, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [changes, reload])
  return (
    <Region title="What this message changed">
      {error && <ErrorNote error={error} onRetry={reload} />}
      {!changes && !error && <SkeletonText lines={3} />}
      {changes && <Groups changes={changes} />}
    </Region>
  )
}

function Groups({ changes }: { changes: Changes }) {
  const format = useFormat()
  const { conversationId, record, rollUps, facts, strategies, files, state, open } = changes
  const { context, summary } = record
  const nothing = emptyWords(changes)
  const toGraph = (node: string) => nodeHref(conversationId, node)
  return (
    <>
      {nothing && <p className="text-ink-soft">{nothing}</p>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2.5 max-sm:grid-cols-1 max-sm:gap-y-1">
        {context && (
          <Group name="Stored">
            <Item>
              <To href={toGraph(nodeId('context', context.id))}>Its context</To>,{' '}
              {format.plural(context.tokens, 'token')}
            </Item>
            {summary && (
              <Item>
                <To href={toGraph(nodeId('summary', summary.id))}>Its summary</To>,{' '}
                {SUMMARY_WORDS[summary.status] ?? summary.status}
              </Item>
            )}
          </Group>
        )}
        <Group name="Roll-ups">
          {rollUps.map(({ id, from, to }) => (
            <Item key={id}>
              Completed{' '}
              <To href={toGraph(nodeId('roll-up', id))}>
                the roll-up of messages {format.number(from)} to {format.number(to)}
              </To>
            </Item>
          ))}
        </Group>
        <Group name="Facts">
          {facts.map((fact) => (
            <Item key={`${fact.id} ${fact.line}`}>
              {factWords(fact)}: <To href={factsHref(fact.subject)}>{fact.line}</To>
            </Item>
          ))}
        </Group>
        <Group name="Lessons">
          {strategies.map((change) => (
            <Item key={change.seq}>
              <StrategyChange change={change} />
            </Item>
          ))}
        </Group>
        <Group name="Files">
          {files.map((file) => (
            <Item key={`${file.path} ${file.op}`}>
              {FILES[file.op]} <To href={toGraph(fileId(conversationId, file.path))}>{file.path}</To>
            </Item>
          ))}
        </Group>
        <Group name="State">
          {state.map((value) => (
            <Item key={value.key}>
              {context ? <To href={toGraph(nodeId('context', context.id))}>{value.key}</To> : value.key}:{' '}
              <span className="line-clamp-3 inline">{valueWords(value)}</span>
            </Item>
          ))}
        </Group>
      </dl>
      {open.length > 0 && (
        <div role="status">
          <ul className="flex flex-col gap-1 text-ink-soft text-xs">
            {open.map((one) => (
              <li key={one.job} className="flex items-center gap-1.5">
                {!one.failed && (
                  <LoaderCircle aria-hidden className="size-3.5 shrink-0 motion-safe:animate-spin" />
                )}
                {jobWords(one)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

const Group = ({ name, children }: { name: string; children: ReactNode }) =>
  [children].flat(2).some(Boolean) && (
    <div className="contents">
      <dt className="text-ink-faint text-xs leading-5 max-sm:mt-1.5">{name}</dt>
      <dd className="min-w-0">
        <ul className="flex flex-col gap-1">{children}</ul>
      </dd>
    </div>
  )
const Item = ({ children }: { children: ReactNode }) => <li className="min-w-0 break-words">{children}</li>

const To = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
  >
    {children}
  </Link>
)

/** "The model rated “Look first” as helpful". */
function StrategyChange({ change }: { change: PlaybookChange }) {
  const [before, after] = changeWords(change)
  const status = change.op === 'TAG' && change.fields.find(({ field }) => field === 'status')?.after
  return (
    <span className={change.undone ? 'text-ink-soft line-through' : undefined}>
      {before} {change.strategy && <StrategyName strategy={change.strategy} />} {after}
      {status && `, now ${status}`}
    </span>
  )
}

const RUNNING: Record<ChangingJob, string> = {
  notes: 'Notes on the message are still being written',
  'roll-up': 'Summaries are still being rolled up',
  consolidate: 'The lessons are still being consolidated',
}
const FAILED: Record<ChangingJob, string> = {
  notes: 'Some notes on the message could not be written',
  'roll-up': 'Summaries could not be rolled up',
  consolidate: 'The lessons could not be consolidated',
}
export const jobWords = ({ job, failed }: Changes['open'][number]) => (failed ? FAILED : RUNNING)[job]

export const hasPendingChanges = ({ running, open }: Changes) => running || open.some(({ failed }) => !failed)

/** Why there is nothing to list: the turn is not done, or changed nothing. Null if there is something. */
export function emptyWords(changes: Changes): string | null {
  if (changes.running) return 'The answer is still running. What it changes is stored when it ends.'
  if (hasChanges(changes) || hasPendingChanges(changes)) return null
  return changes.record.context
    ? 'This message changed nothing in memory beyond its own record.'
    : 'This message changed nothing in memory.'
}

const FACTS: Record<ChangedFact['outcome'], string> = {
  learned: 'Learned',
  confirmed: 'Confirmed',
  proposed: 'Waiting for your approval',
}
export const factWords = ({ outcome, replaced }: ChangedFact) =>
  replaced === null ? FACTS[outcome] : `Replaced “${replaced}”`

const FILES: Record<ChangedFile['op'], string> = {
  write: 'Wrote',
  edit: 'Changed',
  delete: 'Deleted',
  upload: 'Attached',
}

export const valueWords = ({ before, after }: ChangedValue) =>
  after === null ? 'removed' : before === null ? after : `${before} → ${after}`
