'use client'
import { ChevronDown, Pin } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useId, useRef, useState } from 'react'
import { SourceLinks } from '@/components/facts/source-links'
import { useFocusAfter } from '@/components/list/use-focus-after'
import { useListedSample } from '@/components/shell/use-sample'
import { Button } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { cn } from '@/components/ui/cn'
import { Markdown } from '@/components/ui/markdown/markdown'
import { useFormat } from '@/components/ui/words/use-format'
import type { StrategyDto } from '@/lib/shared/learning/playbook'
import { StrategyDetails } from './strategy-details'
import { EditStrategyForm } from './strategy-forms'
import { StrategyMenu } from './strategy-menu'
import {
  originWords,
  ratingWords,
  STATUS_HELP,
  STATUS_WORDS,
  strategyHref,
  usageWords,
} from './strategy-words'
import type { StrategyActs } from './use-strategy-acts'

type Props = { strategy: StrategyDto; acts: StrategyActs; domains: string[]; named: boolean }

/** One strategy. `named` = the address asks for it: it is opened and focused. */
export function StrategyRow({ strategy, acts, domains, named }: Props) {
  const [editing, setEditing] = useState(false)
  const [open, setOpen] = useState(named)
  const row = useRef<HTMLLIElement>(null)
  const menu = useRef<HTMLButtonElement>(null)
  const details = useId()
  useEffect(() => {
    if (!named) return
    setOpen(true)
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [named])
  useFocusAfter(editing, menu)
  const close = () => setEditing(false)
  const { slug, title, status } = strategy
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-label={`${slug}: ${title}`}
      data-named={named || undefined}
      className={cn('-outline-offset-2 scroll-my-4 rounded-sm py-3', named && '-mx-3 bg-accent-soft/50 px-3')}
    >
      {editing ? (
        <EditStrategyForm strategy={strategy} acts={acts} domains={domains} onClose={close} />
      ) : (
        <div className={cn('flex flex-col gap-1', status === 'retired' && 'opacity-80')}>
          <div className="flex items-start gap-2">
            <Heading strategy={strategy} />
            <StrategyMenu strategy={strategy} acts={acts} button={menu} onEdit={() => setEditing(true)} />
          </div>
          <Content text={strategy.content} />
          {strategy.opposites.map((other) => (
            <Opposite key={other.id} slug={slug} other={other} onKeep={() => void acts.retire(other)} />
          ))}
          <About strategy={strategy} />
          <Button
            size="sm"
            look="ghost"
            aria-expanded={open}
            aria-controls={details}
            aria-label={`Effect and history of ${slug}`}
            className="-ml-2.5 self-start"
            onClick={() => setOpen(!open)}
          >
            Effect and history
            <ChevronDown aria-hidden className={cn('size-3.5', open && 'rotate-180')} />
          </Button>
          <div id={details}>{open && <StrategyDetails strategy={strategy} acts={acts} />}</div>
        </div>
      )}
    </li>
  )
}

function Heading({
  strategy: { title, status, pinned, description, mergedInto, conversation },
}: {
  strategy: StrategyDto
}) {
  const sample = useListedSample()
  return (
    <div className="min-w-0 flex-1">
      <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 break-words font-medium">
          {title}
          {pinned && (
            <>
              <Pin aria-hidden className="ml-1.5 inline size-3.5 align-[-2px] text-accent" />
              <span className="sr-only">, pinned</span>
            </>
          )}
        </span>
        {sample && sample.id === conversation?.id && <Chip>Sample</Chip>}
        {status !== 'active' && <Chip title={STATUS_HELP[status]}>{STATUS_WORDS[status]}</Chip>}
      </h3>
      {mergedInto && <p className="text-ink-soft text-xs">Merged into {mergedInto}.</p>}
      {description && <p className="break-words text-ink-soft">{description}</p>}
    </div>
  )
}

type OppositeProps = { slug: string; other: StrategyDto['opposites'][number]; onKeep(): void }
/** A strategy that seems to say the opposite. Keeping this one retires the other. */
const Opposite = ({ slug, other, onKeep }: OppositeProps) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-3 py-2">
    <span className="min-w-0 break-words">
      Seems to contradict{' '}
      <Link href={strategyHref(other.slug)} className="underline">
        {other.slug}
      </Link>
      : {other.title}
    </span>
    <Button size="sm" aria-label={`Keep ${slug}, retire ${other.slug}`} onClick={onKeep}>
      Keep this one
    </Button>
  </p>
)

const LONG = 480
/** The strategy as Markdown; of a long one the beginning, and the rest on demand. */
function Content({ text }: { text: string }) {
  const [all, setAll] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > 10
  return (
    <div className="min-w-0">
      <div
        className={cn(
          'min-w-0',
          isLong && !all && 'max-h-36 overflow-hidden [mask-image:linear-gradient(#000_70%,transparent)]',
        )}
      >
        <Markdown text={text} small />
      </div>
      {isLong && (
        <Button size="sm" look="ghost" className="-ml-2.5" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show less' : 'Show all'}
        </Button>
      )}
    </div>
  )
}

/** Domain and tags, how it has fared, and where it comes from. The rest is in the details. */
function About({ strategy }: { strategy: StrategyDto }) {
  const format = useFormat()
  const { domain, tags, sources, untrusted } = strategy
  const fared = [usageWords(strategy, format), ratingWords(strategy)].filter(Boolean).join(', ')
  const parts = [domain && `domain ${domain}`, ...tags.map((tag) => `#${tag}`), fared].filter(Boolean)
  return (
    <p className="break-words text-ink-faint text-xs tabular">
      {parts.join(' · ')} ·{' '}
      {sources.length ? (
        <>
          learned from <SourceLinks sources={sources} />
        </>
      ) : (
        originWords(strategy)
      )}
      {untrusted && ' · external, approved by you'}
    </p>
  )
}
