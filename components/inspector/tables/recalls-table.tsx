'use client'
import Link from 'next/link'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { requestWords, shownIn, stepName } from '@/components/inspector/step-words'
import { foundName } from '@/components/search/results/found-name'
import { useTitle } from '@/components/shell/use-title'
import { cn } from '@/components/ui/cn'
import { LexicalChip } from '@/components/ui/lexical-chip'
import { Excerpt } from '@/components/ui/markdown/excerpt'
import { WhyFound, WhyNot } from '@/components/ui/why'
import { useFormat } from '@/components/ui/words/use-format'
import type { RecallHit } from '@/lib/shared/turn/events'
import type { InspectedRecall, InspectedTurn } from '@/lib/shared/turn/inspector'
import { Region } from '../inspector-frame'
import { CELL, ROW_HEAD, TablePart, TEXT_CELL } from './table-parts'

const COLUMNS = ['Found', 'Rank', 'Score', 'Why', 'Tokens', 'Excerpt']
/** On a phone a row is a block. Browsers may then drop its table roles, so they are spelled out. */
const BLOCK = 'max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:py-2'
const NUMBER = cn(
  CELL,
  'max-sm:px-0 max-sm:py-0 max-sm:before:whitespace-pre max-sm:before:text-ink-faint max-sm:before:content-[attr(data-name)]',
)
const TEXT = cn(TEXT_CELL, 'sm:min-w-44 max-sm:basis-full max-sm:px-0 max-sm:py-1')

export function RecallsTable({ turn }: { turn: InspectedTurn }) {
  if (turn.recalls.length === 0)
    return (
      <Region title="Recalls">
        <p className="text-ink-soft">Nothing was recalled for this message.</p>
      </Region>
    )
  return (
    <TablePart name="Recalls" columns={COLUMNS} text={['Why', 'Excerpt']} stacks>
      {turn.recalls.map((entry) => (
        <RecallRows key={entry.recall.id} entry={entry} turn={turn} />
      ))}
    </TablePart>
  )
}

function RecallRows({ entry, turn }: { entry: InspectedRecall; turn: InspectedTurn }) {
  const format = useFormat()
  const { recall } = entry
  const shared = { here: turn.conversationId, keywords: recall.request.keywords }
  const asking = turn.steps.find((step) => step.id === entry.stepId)
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={COLUMNS.length} className="pt-3 pb-1.5 text-left font-normal">
          <span className="font-medium text-recall">
            {asking ? stepName(asking, turn.steps) : recall.source} searched for{' '}
            {requestWords(recall, format.day)}
          </span>
          <span className="text-ink-faint">
            {` · took ${format.duration(recall.ms)} · ${shownIn(turn, entry)}`}
          </span>{' '}
          <LexicalChip recall={recall} />
          {recall.note && <span className="block text-ink-soft">{recall.note}</span>}
          {recall.notice && <span className="block text-ink-soft">{recall.notice}</span>}
        </th>
      </tr>
      {recall.hits.length + recall.nearMisses.length === 0 && (
        <tr className="border-line border-b">
          <td colSpan={COLUMNS.length} className="py-1.5 text-ink-soft">
            Nothing was found.
          </td>
        </tr>
      )}
      {recall.hits.map((hit) => (
        <HitRow key={`hit${hit.rank}`} hit={hit} {...shared} />
      ))}
      {recall.nearMisses.map((hit) => (
        <HitRow key={`miss${hit.rank}`} hit={hit} {...shared} near={recall.hits} />
      ))}
    </tbody>
  )
}

type HitRowProps = {
  hit: RecallHit
  here: string
  keywords: readonly string[] | undefined
  near?: readonly RecallHit[]
}
/** A hit, or a near miss of the hits `near`. */
function HitRow({ hit, here, keywords, near }: HitRowProps) {
  const format = useFormat()
  const title = useTitle(hit.conversationId)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: on a phone the elements lose these roles
    <tr role="row" className={cn(BLOCK, 'border-line border-b align-top', near && 'text-ink-faint')}>
      <th role="rowheader" scope="row" className={cn(ROW_HEAD, 'max-sm:basis-full max-sm:py-0')}>
        {hit.turnId ? (
          <Link
            href={turnHref(hit)}
            prefetch={false}
            className={cn('touch-area break-words hover:underline', near ? 'font-normal' : 'text-recall')}
          >
            {foundName(hit)}
          </Link>
        ) : (
          foundName(hit)
        )}
        {hit.conversationId && hit.conversationId !== here && (
          <span className="block max-w-32 truncate font-normal text-ink-faint">
            {title ? `“${title}”` : 'another conversation'}
          </span>
        )}
      </th>
      <td role="cell" data-name={near ? '' : 'Rank '} className={NUMBER}>
        {near ? 'near miss' : hit.rank}
      </td>
      <td role="cell" data-name="Score " className={NUMBER}>
        {hit.score.toFixed(2)}
      </td>
      <td role="cell" className={cn(TEXT, 'sm:max-w-80')}>
        {near && <WhyNot miss={hit} hits={near} keywords={keywords} />}
        {!near && <WhyFound hit={hit} keywords={keywords} />}
      </td>
      <td role="cell" data-name="Tokens " className={NUMBER}>
        {format.number(hit.tokens)}
      </td>
      <td role="cell" className={cn(TEXT, 'sm:max-w-md')}>
        <Excerpt text={hit.excerpt} className="line-clamp-3" />
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: on a phone the elements lose these roles
  )
}
