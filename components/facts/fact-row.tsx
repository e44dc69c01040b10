'use client'
import { CalendarClock, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Failure } from '@/lib/shared/errors'
import { factSentence, rowWords } from '@/lib/shared/memory/fact-sentence'
import { type FactDto, isDenial, withoutNot } from '@/lib/shared/memory/facts'
import { Check, ConfirmDialog } from '../forget/confirm-dialog'
import { type AlsoForget, alsoForget, stillQuotable } from '../forget/forget-words'
import { useFocusAfter } from '../list/use-list-focus'
import { useShell } from '../shell/shell-context'
import { useLoaded } from '../ui/hooks/use-loaded'
import { later, Menu } from '../ui/menu'
import { SkeletonText } from '../ui/skeleton'
import { useFormat } from '../ui/words/use-format'
import { useTimeZone } from '../ui/words/use-time-zone'
import { undoWords } from '../ui/words/words'
import { server } from './actions'
import { AddFactForm, EditFactForm } from './fact-form'
import { dayWords, differingWords, isSaidLate, shownEnd, type Timeline } from './fact-words'
import { SourceLinks } from './source-links'
import type { FactActs } from './use-fact-acts'

type RowProps = { timeline: Timeline; acts: FactActs; ofSample: boolean }
export function FactRow({ timeline: { now, earlier }, acts, ofSample }: RowProps) {
  const [open, setOpen] = useState(false)
  const before = earlier.find((fact) => !isDenial(fact)) ?? earlier[0]
  return (
    <li className="flex min-w-0 flex-col gap-2 py-3">
      <Value fact={now} shown={shownEnd(now, before !== undefined)} acts={acts} mayChange={!ofSample}>
        {before && (
          <button
            type="button"
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="touch-area rounded-sm text-ink-soft hover:text-ink hover:underline"
          >
            (before: {differingWords(before, now)})
          </button>
        )}
      </Value>
      {open && (
        <ol aria-label={`Before ${now.object}`} className="flex flex-col gap-2 border-line border-l-2 pl-3">
          {earlier.map((fact, i) => (
            <li key={fact.ids[0]}>
              <Value fact={fact} next={earlier[i - 1] ?? now} acts={acts} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

type ValueProps = {
  fact: FactDto
  shown?: FactDto
  next?: FactDto | undefined
  acts: FactActs
  mayChange?: boolean
  children?: ReactNode
}
/** `shown` = the fact as it reads; `next` = what replaced it; `mayChange` = a new value may replace it. */
function Value({ fact, shown = fact, next, acts, mayChange = false, children }: ValueProps) {
  const coming = useComing(fact)
  const [editing, setEditing] = useState<'correct' | 'changed' | null>(null)
  const [forgetting, setForgetting] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  useFocusAfter(editing !== null, menu)
  const close = () => setEditing(null)
  if (editing === 'changed') return <AddFactForm changed={fact} onAdd={acts.add} onClose={close} />
  if (editing)
    return <EditFactForm fact={fact} onEdit={(change) => acts.edit(fact, change)} onClose={close} />
  const { object, predicate, pinned, sources } = fact
  const now = rowWords(shown, coming)
  const words = `Forgot “${factSentence(fact, coming)}”`
  const label = `Actions for ${predicate}: ${object}`
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="break-words">
          <span className="text-ink-soft">{next ? 'before:' : now.lead}</span>{' '}
          <span className={next ? 'text-ink-soft' : 'font-medium'}>
            {next ? differingWords(fact, next) : now.value}
          </span>
          {pinned && (
            <>
              <Pin aria-hidden className="ml-1.5 inline size-3.5 align-[-2px] text-accent" />
              <span className="sr-only">, pinned</span>
            </>
          )}{' '}
          {children}
        </p>
        <p className="text-ink-faint text-xs">
          {!coming && (
            <>
              <Dates fact={fact} next={next} /> ·{' '}
            </>
          )}
          {sources.length === 0 && 'added by you'}
          {sources.length > 0 && fact.origin === 'person' && 'corrected by you, first said in '}
          {sources.length > 0 && <SourceLinks sources={sources} stated={withoutNot(object)} />}
        </p>
      </div>
      <Menu
        label={label}
        align="end"
        button={menu}
        className="-mt-1 text-ink-faint"
        items={[
          { label: 'Correct', icon: <Pencil />, run: later(() => setEditing('correct')) },
          mayChange && {
            label: 'It changed…',
            icon: <CalendarClock />,
            run: later(() => setEditing('changed')),
          },
          { label: pinned ? 'Unpin' : 'Pin', icon: pinned ? <PinOff /> : <Pin />, run: () => acts.pin(fact) },
          sources.length > 0
            ? { label: 'Forget…', icon: <Trash2 />, danger: true, run: later(() => setForgetting(true)) }
            : { label: 'Forget', icon: <Trash2 />, danger: true, run: () => acts.forget(fact, words) },
        ]}
      />
      {forgetting && (
        <ForgetFactDialog
          fact={fact}
          onForget={(turns) => acts.forgetWith(fact, words, turns)}
          onClose={() => setForgetting(false)}
        />
      )}
    </div>
  )
}

/** The day on which a fact begins that is still to come; '' for others. */
function useComing({ coming, from }: Pick<FactDto, 'coming' | 'from'>): string {
  const [format, zone] = [useFormat(), useTimeZone()]
  return coming ? dayWords(from, format, zone) : ''
}

/** "since 23 Nov 2026", or "20 Nov 2026 to 23 Nov 2026"; only the day if said after `next` had begun. */
export function Dates({ fact: { from, until, coming }, next }: Pick<ValueProps, 'fact' | 'next'>) {
  const format = useFormat()
  const zone = useTimeZone()
  const day = (at: string) => (
    <time dateTime={at} title={format.exact(new Date(at))} suppressHydrationWarning>
      {dayWords(at, format, zone)}
    </time>
  )
  if (until === null)
    return (
      <>
        {coming ? 'from' : 'since'} {day(from)}
      </>
    )
  if (next && isSaidLate({ from }, next)) return <>said on {day(from)}</>
  const isOneDay = dayWords(from, format, zone) === dayWords(until, format, zone)
  return (
    <>
      {day(from)}
      {!isOneDay && <> to {day(until)}</>}
    </>
  )
}

type Props = {
  fact: FactDto
  /** `turns` = those that are forgotten with it. Returns why it was refused. */
  onForget(turns: string[]): Promise<Failure | null>
  onClose(): void
}

/** Confirms before a fact is forgotten, with what else says it: kept, that would be answered again. */
function ForgetFactDialog({ fact, onForget, onClose }: Props) {
  const { undoMs } = useShell()
  const { value: preview, error: failure } = useLoaded(fact.ids.join(), () =>
    server.previewForgetFact({ ids: fact.ids }),
  )
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const offered = preview ? alsoForget(preview) : []
  const isGoing = ({ name, byDefault }: AlsoForget) => changed[name] ?? byDefault
  const going = offered.filter(isGoing).flatMap(({ turns }) => turns)
  const quotable = stillQuotable(offered.filter((also) => !isGoing(also)))
  return (
    <ConfirmDialog
      title={`Forget “${factSentence(fact)}”`}
      act={['Forget', 'Forgetting…']}
      disabled={!preview}
      problem={failure}
      onConfirm={() => onForget(going.map(({ turnId }) => turnId))}
      onClose={onClose}
    >
      <p>The fact is removed from this page, and no answer knows it any more.</p>
      {!preview && !failure && <SkeletonText lines={3} />}
      {offered.map((also) => (
        <Check
          key={also.name}
          checked={isGoing(also)}
          onChange={(on) => setChanged({ ...changed, [also.name]: on })}
        >
          {also.words}
        </Check>
      ))}
      {quotable && <p className="text-ink-soft">{quotable}</p>}
      <p className="text-ink-soft">
        You can undo this for {undoWords(undoMs)}. After that it is deleted permanently.
      </p>
    </ConfirmDialog>
  )
}
