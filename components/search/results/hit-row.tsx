'use client'
import { ChevronRight, Share2 } from 'lucide-react'
import { type ComponentProps, type MouseEvent, memo, useId, useState } from 'react'
import { cn } from '@/components/ui/cn'
import { useFormat } from '@/components/ui/words/use-format'
import { two } from '@/components/ui/words/why-words'
import { fromMatch, readable } from '@/lib/shared/memory/readable'
import type { SearchHit } from '@/lib/shared/memory/search'
import { UNTITLED } from '@/lib/shared/untitled'
import { graphHref, isAdded, pageHref } from '../address/hit-links'
import { searchHitKey } from '../use-search'
import { alsoWords, placeWords, reasons } from '../words'
import type { HitGroup } from './group-hits'
import { Marked } from './marked'

function Why({ hit, words }: { hit: SearchHit; words: readonly string[] }) {
  const all = reasons(hit, words)
  const sum = all.reduce((sum, { share }) => sum + share, 0)
  const most = Math.max(...all.map(({ share }) => Math.abs(share)), 0.01)
  return (
    <dl className="relative z-10 mt-1.5 grid w-fit max-w-full animate-appear grid-cols-[auto_3rem_auto] items-center gap-x-3 gap-y-1 rounded-md border border-line bg-raised px-3 py-2 text-xs">
      {all.map(({ label, share }) => (
        <div key={label} className="contents">
          <dt className="min-w-0 break-words text-ink-soft">{label}</dt>
          <dd aria-hidden className="h-1.5 rounded-full bg-sunken">
            <span
              className={cn('block h-full rounded-full', share < 0 ? 'bg-line-strong' : 'bg-accent')}
              style={{ width: `${(Math.abs(share) / most) * 100}%` }}
            />
          </dd>
          <dd className="text-right tabular">{two(share)}</dd>
        </div>
      ))}
      <div className="contents">
        <dt className="border-line border-t pt-1 font-medium">
          {sum > 1.005 ? 'Total, capped at 1' : 'Total, out of 1'}
        </dt>
        <dd aria-hidden className="self-stretch border-line border-t" />
        <dd className="border-line border-t pt-1 text-right font-medium tabular">{two(hit.score)}</dd>
      </div>
    </dl>
  )
}

/** Created once, so that they do not render with every key. */
const CHEVRON = <ChevronRight aria-hidden className="size-3" />
const SHARE = <Share2 aria-hidden className="size-3" />

const MOST_TAGS = 3

type Props = HitGroup & { words: readonly string[]; titled: boolean; onOpen(href: string): void }

export const HitRow = memo(function HitRow({ hit, also, words, titled, onOpen }: Props) {
  const format = useFormat()
  const [explained, explain] = useState('')
  const key = searchHitKey(hit)
  const why = explained === key
  const panel = useId()
  const quiet =
    'relative z-10 inline-flex h-6 items-center gap-1 rounded-sm px-1 text-ink-faint text-xs opacity-0 hover:bg-sunken hover:text-ink aria-expanded:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'
  return (
    <li className="group relative border-line border-b px-4 py-3 transition-colors duration-150 last:border-b-0 focus-within:bg-surface hover:bg-surface max-sm:px-3">
      <div className="flex items-baseline gap-2">
        <HitLink
          hit={hit}
          onOpen={onOpen}
          data-hit
          className="max-w-full shrink-0 font-medium text-ink-soft text-xs no-underline tabular outline-none after:absolute after:inset-0 focus-visible:text-accent focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
        >
          {placeWords(hit, format).join(' · ')}
        </HitLink>
        {titled && !isAdded(hit) && (
          <span className="min-w-0 flex-1 truncate text-right text-ink-faint text-xs">
            {hit.conversationTitle || UNTITLED}
          </span>
        )}
      </div>
      <p className="mt-1 line-clamp-4 break-words text-ink">
        <Marked excerpt={hit.excerpt} />
      </p>
      {also.length > 0 && <Also hits={also} onOpen={onOpen} />}
      <div className={cn('-ml-1 mt-1 flex flex-wrap items-center gap-x-2', !why && 'pointer-fine:-mb-3')}>
        {!isAdded(hit) && (
          <HitLink hit={hit} onOpen={onOpen} graph className={cn(quiet, 'no-underline')}>
            {SHARE} Show in the map
          </HitLink>
        )}
        {Object.keys(hit.parts).length > 0 && (
          <button
            type="button"
            aria-expanded={why}
            aria-controls={panel}
            onClick={() => explain(why ? '' : key)}
            className={quiet}
          >
            <span className={cn('transition-transform duration-150', why && 'rotate-90')}>{CHEVRON}</span> Why
            this
          </button>
        )}
        {hit.tags?.slice(0, MOST_TAGS).map((tag) => (
          <span key={tag} title={tag} className="max-w-40 truncate px-1 text-ink-faint text-xs">
            #{tag}
          </span>
        ))}
        {(hit.tags?.length ?? 0) > MOST_TAGS && (
          <span title={hit.tags?.join(', ')} className="text-ink-faint text-xs">
            +{(hit.tags?.length ?? 0) - MOST_TAGS}
          </span>
        )}
      </div>
      <div id={panel}>{why && <Why hit={hit} words={words} />}</div>
    </li>
  )
})

type HitLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  hit: SearchHit
  /** To the graph instead of the chat. */
  graph?: boolean
  onOpen(href: string): void
}

/** A plain link, because forty Next links take as long as the rest of the page. Alt-click opens the map. */
function HitLink({ hit, graph = false, onOpen, children, ...rest }: HitLinkProps) {
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onOpen(graph || event.altKey ? graphHref(hit) : pageHref(hit))
  }
  return (
    <a href={graph ? graphHref(hit) : pageHref(hit)} onClick={open} {...rest}>
      {children}
    </a>
  )
}

function Also({ hits, onOpen }: { hits: SearchHit[]; onOpen(href: string): void }) {
  const format = useFormat()
  return (
    <div className="mt-1.5 flex flex-col items-start gap-0.5 text-ink-soft text-xs">
      {hits.map((hit) => (
        <HitLink
          key={searchHitKey(hit)}
          hit={hit}
          onOpen={onOpen}
          data-hit
          className="relative z-10 -mx-1 max-w-full truncate rounded-sm px-1 leading-6 no-underline hover:bg-sunken hover:text-ink"
        >
          <span className="font-medium">{alsoWords(hit, format)}</span>
          {hit.kind === 'message' && (
            <>
              {': '}
              <Marked excerpt={fromMatch(readable(hit.excerpt))} />
            </>
          )}
        </HitLink>
      ))}
    </div>
  )
}
