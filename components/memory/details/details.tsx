'use client'
import { Ellipsis, X } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { SourceNumber } from '@/components/chat/turn/source-number'
import { dayWords } from '@/components/facts/fact-words'
import { server } from '@/components/memory/actions'
import { NODE_STYLES } from '@/components/memory/canvas/graph-style'
import { recalledBy, turnCountWords } from '@/components/memory/canvas/node-names'
import { isIsland } from '@/components/memory/layout/island-layout'
import { hasTokens, nodeName } from '@/components/memory/list/list-row'
import { NodeGlyph } from '@/components/memory/toolbar/kind-glyph'
import type { MemoryState } from '@/components/memory/use-memory-view'
import { STATUS_WORDS } from '@/components/playbook/strategy/strategy-words'
import { ImportedWords } from '@/components/transfer/imported-words'
import { Button, buttonClass } from '@/components/ui/button'
import { ErrorNote } from '@/components/ui/error-note'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import { IconButton } from '@/components/ui/icon-button'
import { CitationRenderer, markText } from '@/components/ui/markdown/markdown-elements'
import { Menu } from '@/components/ui/menu'
import { SkeletonText } from '@/components/ui/skeleton'
import { RelativeTime } from '@/components/ui/words/relative-time'
import { useFormat } from '@/components/ui/words/use-format'
import { useTimeZone } from '@/components/ui/words/use-time-zone'
import { SUMMARY_WORDS } from '@/components/ui/words/words'
import { capitalised } from '@/lib/shared/capitalised'
import { type GraphNode, type GraphNodeDetails, nodeId } from '@/lib/shared/memory/graph'
import { citedKey, sourceNumbers } from '@/lib/shared/turn/citations'
import { DetailsRelated, relatedTo } from './details-related'
import { DetailsText, ToolText, toolWords } from './details-text'
import { type Around, useNodeActions } from './use-node-actions'

/** `onGraph`: the graph is to be looked at, with this node selected. */
type Props = { id: string; state: MemoryState; onGraph(): void }
const STATUS: Record<string, string> = {
  ...SUMMARY_WORDS,
  queued: 'waiting',
  running: 'running',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'interrupted',
  quarantined: STATUS_WORDS.quarantined.toLowerCase(),
  retired: STATUS_WORDS.retired.toLowerCase(),
}

export function Details({ id, state, onGraph }: Props) {
  const { nodes } = state
  const format = useFormat()
  const { value, error, reload } = useLoaded(`${id} ${state.changes}`, () => server.loadNode({ id }))
  // It may have been forgotten meanwhile.
  const details = error ? null : value
  const onMap = nodes.get(id)
  // The details count all turns of a conversation, the map those of the open topic.
  const node = onMap && isIsland(onMap) ? onMap : (details?.node ?? onMap)
  const related = relatedTo(id, state, details?.linked)
  const close = () => state.select(null)
  return (
    <>
      {node && <Heading node={node} details={details} inPeriod={state.inPeriod} onClose={close} />}
      <div className="flex flex-col gap-4 px-4 pt-3 pb-5">
        {error && (
          <ErrorNote error={error} onRetry={reload}>
            {!node && (
              <Button size="sm" onClick={close}>
                Close
              </Button>
            )}
          </ErrorNote>
        )}
        {details?.validity && <Validity {...details.validity} />}
        {!details && !error && <SkeletonText lines={6} />}
        {node?.kind === 'topic' && <DetailsRelated related={related} state={state} />}
        {details && (
          <CitedSources details={details} onSelect={state.follow}>
            {details.sections.map(({ tool, ...section }, index) => {
              const key = `${id} ${index}`
              if (tool) return <ToolText key={key} title={toolWords(tool, format)} text={section.text} />
              return <DetailsText key={key} {...section} />
            })}
          </CitedSources>
        )}
        {details && details.sections.length + related.length === 0 && !isIsland(details.node) && (
          <p className="text-ink-soft">No text.</p>
        )}
        {node?.kind !== 'topic' && <DetailsRelated related={related} state={state} />}
      </div>
      {node && (
        <DetailsActions node={node} details={details} state={state} onGraph={onGraph} onClose={close} />
      )}
    </>
  )
}

type HeadingProps = {
  node: GraphNode
  details: GraphNodeDetails | null
  inPeriod: MemoryState['inPeriod']
  onClose(): void
}
function Heading({ node, details, inPeriod, onClose }: HeadingProps) {
  const { conversationTitle = '', imported, client } = details ?? {}
  const format = useFormat()
  const name = nodeName(node)
  const recalled = recalledBy(node, format)
  return (
    <header className="sticky top-0 z-10 flex items-start gap-2 border-line border-b bg-surface py-2.5 pr-2 pl-4">
      <NodeGlyph kind={node.kind} hue={node.hue} className="mt-1 size-4 shrink-0" />
      <div className="min-w-0 flex-1">
        <h2 className="break-words font-medium text-base leading-6">{capitalised(name)}</h2>
        <p className="flex flex-wrap gap-x-2 text-ink-soft text-xs tabular">
          {conversationTitle && node.kind !== 'conversation' && (
            <span className="max-w-full truncate">{conversationTitle}</span>
          )}
          {node.at && <RelativeTime at={node.at} />}
          {hasTokens(node) && <span>{format.plural(node.tokens, 'token')}</span>}
          {imported && (
            <span className="max-w-full break-words">
              <ImportedWords imported={imported} withFile />
            </span>
          )}
          {client && <span className="max-w-full break-words">From the program {client}</span>}
          {isIsland(node) && <span>{turnCountWords(node, format, inPeriod)}</span>}
          {recalled && <span className="text-recall">{recalled}</span>}
          {STATUS[node.status] && <span>{STATUS[node.status]}</span>}
        </p>
        <p className="sr-only">{NODE_STYLES[node.kind].about}</p>
      </div>
      <IconButton icon={<X />} small label="Close details" keys="Esc" onClick={onClose} />
    </header>
  )
}

/** "Since 3 May 2023", or "3 May 2023 to 4 June 2024, then replaced". */
function Validity({ from, until }: NonNullable<GraphNodeDetails['validity']>) {
  const format = useFormat()
  const zone = useTimeZone()
  const day = (at: string) => <time dateTime={at}>{dayWords(at, format, zone)}</time>
  return until === null ? (
    <p>Since {day(from)}</p>
  ) : (
    <p>
      {day(from)} to {day(until)}, then replaced
    </p>
  )
}

type CitedSourcesProps = { details: GraphNodeDetails; onSelect(id: string): void; children: ReactNode }

/** Texts in which a cited turn is a numbered button that selects it. Text if there is no such turn. */
export function CitedSources({ details, onSelect, children }: CitedSourcesProps) {
  const { cited, sections } = details
  const here = details.node.conversationId
  const numbers = sourceNumbers(sections.map(({ text }) => text).join('\n'))
  const cite = (number: number, conversation: string | null) => {
    const place = conversation ?? here
    const turn = cited?.find((one) => one.turnNumber === number && one.conversationId === place)
    if (!turn) return markText(number, conversation)
    const source = numbers.get(citedKey(number, conversation)) ?? 0
    return (
      <button
        type="button"
        aria-label={`Source ${source}: message ${number}`}
        title={`Message ${number}: ${turn.excerpt}`}
        className="group/pill touch-area mx-px whitespace-nowrap"
        onClick={() => onSelect(nodeId('turn', turn.turnId))}
      >
        <SourceNumber source={source} recalled={turn.conversationId !== here} />
      </button>
    )
  }
  return <CitationRenderer value={cite}>{children}</CitationRenderer>
}

/** How many actions are buttons; the others are in the menu. */
const SHOWN = 2

type DetailsActionsProps = Around & { node: GraphNode; details: GraphNodeDetails | null }

function DetailsActions({ node, details, ...around }: DetailsActionsProps) {
  const { actions, dialog } = useNodeActions(node, details, around)
  return (
    <div className="sticky bottom-0 z-10 mt-auto flex items-center gap-1.5 border-line border-t bg-surface px-4 py-2 [&_svg]:size-3.5">
      {actions.slice(0, SHOWN).map((action, index) => {
        const look = index === 0 ? 'primary' : 'quiet'
        const inside = (
          <>
            {action.icon} {action.label}
          </>
        )
        return action.href ? (
          <Link key={action.label} href={action.href} className={buttonClass({ look, size: 'sm' })}>
            {inside}
          </Link>
        ) : (
          <Button key={action.label} size="sm" look={look} onClick={action.run}>
            {inside}
          </Button>
        )
      })}
      {actions.length > SHOWN && (
        <Menu
          label="More actions"
          side="top"
          trigger={<IconButton icon={<Ellipsis />} small label="More actions" />}
          items={actions.slice(SHOWN)}
        />
      )}
      {dialog}
    </div>
  )
}
