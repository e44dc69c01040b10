'use client'
import { Archive, ArchiveRestore, Check, History, Link2, Pencil, Pin, PinOff, Trash2, X } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useRef, useState } from 'react'
import { SourceLinks } from '@/components/facts/source-links'
import { useFocusAfter } from '@/components/list/use-list-focus'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { cn } from '@/components/ui/cn'
import { copyAndSay } from '@/components/ui/copy-button'
import { Markdown } from '@/components/ui/markdown/markdown'
import { later, Menu } from '@/components/ui/menu'
import type { StrategyAct, StrategyDto } from '@/lib/shared/learning/playbook'
import { StrategyForm } from './strategy-form'
import {
  helpedWords,
  isOneSentence,
  isWhen,
  originWords,
  outsideWords,
  STATUS_HELP,
  STATUS_WORDS,
  strategyHref,
} from './strategy-words'
import type { StrategyActs } from './use-strategy-acts'

/** `onHistory` gets the button that opened it. */
type Props = {
  strategy: StrategyDto
  acts: StrategyActs
  domains: string[]
  named: boolean
  onHistory(strategy: StrategyDto, from: HTMLElement | null): void
}

/** One lesson. `named` = the address asks for it: it is focused. */
export function StrategyRow({ strategy, acts, domains, named, onHistory }: Props) {
  const [editing, setEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!named) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [named])
  useFocusAfter(editing, menu)
  const close = () => setEditing(false)
  const { slug, title, status, pinned, mergedInto } = strategy
  const isUsed = status === 'active' || status === 'quarantined'
  const change = (act: StrategyAct) => () => acts.change(act, [strategy])
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-label={title}
      data-named={named || undefined}
      className={cn('-outline-offset-2 scroll-my-4 rounded-sm py-3', named && '-mx-3 bg-accent-soft/50 px-3')}
    >
      {editing ? (
        <StrategyForm strategy={strategy} acts={acts} domains={domains} onClose={close} />
      ) : (
        <div className={cn('flex flex-col gap-1', status === 'retired' && 'opacity-80')}>
          <div className="flex items-start gap-2">
            <Heading strategy={strategy} />
            <Menu
              label={`Actions for ${title}`}
              align="end"
              button={menu}
              className="-mt-1 text-ink-faint"
              items={[
                !mergedInto && { label: 'Edit', icon: <Pencil />, run: later(() => setEditing(true)) },
                isUsed && {
                  label: pinned ? 'Unpin' : 'Pin',
                  icon: pinned ? <PinOff /> : <Pin />,
                  run: change(pinned ? 'unpin' : 'pin'),
                },
                {
                  label: 'Copy link',
                  icon: <Link2 />,
                  run: () => copyAndSay(location.origin + strategyHref(slug), 'Link copied.'),
                },
                { label: 'History', icon: <History />, run: later(() => onHistory(strategy, menu.current)) },
                status === 'proposed' && { label: 'Approve', icon: <Check />, run: change('approve') },
                status === 'proposed' && { label: 'Reject', icon: <X />, run: change('reject') },
                (status === 'retired' || status === 'quarantined') &&
                  !mergedInto && { label: 'Restore', icon: <ArchiveRestore />, run: change('restore') },
                isUsed && { label: 'Retire', icon: <Archive />, run: change('retire') },
                { label: 'Remove', icon: <Trash2 />, danger: true, run: change('remove') },
              ]}
            />
          </div>
          {!isOnce(strategy) && (
            <div className="min-w-0">
              <Markdown text={strategy.content} small />
            </div>
          )}
          {strategy.opposites.map((other) => (
            <Opposite
              key={other.id}
              title={title}
              other={other}
              onKeep={() => void acts.change('retire', [other])}
            />
          ))}
          <About strategy={strategy} />
        </div>
      )}
    </li>
  )
}

/** Whether the heading is all that the lesson says. */
const isOnce = (strategy: StrategyDto) => !isWhen(strategy.description) && isOneSentence(strategy)

/** When it applies, else its name, which is then not repeated below. */
function Heading({ strategy }: { strategy: StrategyDto }) {
  const { title, status, pinned, description, mergedInto } = strategy
  const name = isOnce(strategy) ? strategy.content : title
  return (
    <div className="min-w-0 flex-1">
      <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 break-words font-medium">
          {isWhen(description) ? description.replace(/[.,]$/, '') : name}
          {pinned && (
            <>
              <Pin aria-hidden className="ml-1.5 inline size-3.5 align-[-2px] text-accent" />
              <span className="sr-only">, pinned</span>
            </>
          )}
        </span>
        {status !== 'active' && <Chip title={STATUS_HELP[status]}>{STATUS_WORDS[status]}</Chip>}
      </h2>
      {mergedInto && <p className="text-ink-soft text-xs">Merged into another lesson.</p>}
    </div>
  )
}

type OppositeProps = { title: string; other: StrategyDto['opposites'][number]; onKeep(): void }
/** A lesson that seems to say the opposite. Keeping this one retires the other. */
const Opposite = ({ title, other, onKeep }: OppositeProps) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2">
    <span className="min-w-0 break-words">
      Seems to contradict{' '}
      <Link href={strategyHref(other.slug)} className="underline">
        {other.title}
      </Link>
    </span>
    <Button size="sm" aria-label={`Keep “${title}”, retire “${other.title}”`} onClick={onKeep}>
      Keep this one
    </Button>
  </p>
)

function About({ strategy }: { strategy: StrategyDto }) {
  const { sources, title, description } = strategy
  const helped = helpedWords(strategy)
  return (
    <p className="break-words text-ink-faint text-xs tabular">
      {isWhen(description) && `${title} · `}
      {helped && `${helped} · `}
      {sources.length ? (
        <>
          from <SourceLinks sources={sources} />
        </>
      ) : (
        originWords(strategy)
      )}
      {outsideWords(strategy)}
    </p>
  )
}
