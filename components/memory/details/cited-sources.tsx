import { type ReactNode, useCallback, useMemo } from 'react'
import { SourceNumber } from '@/components/chat/turn/source-number'
import { CitationRenderer, markText } from '@/components/ui/markdown/markdown-elements'
import { type GraphNodeDetails, nodeId } from '@/lib/shared/memory/graph'
import { citedKey, sourceNumbers } from '@/lib/shared/turn/citations'

type Props = { details: GraphNodeDetails; onSelect(id: string): void; children: ReactNode }

/** Texts in which a cited turn is a numbered button that selects it. Text if there is no such turn. */
export function CitedSources({ details, onSelect, children }: Props) {
  const { cited, sections } = details
  const here = details.node.conversationId
  const numbers = useMemo(() => sourceNumbers(sections.map(({ text }) => text).join('\n')), [sections])
  const cite = useCallback(
    (number: number, conversation: string | null) => {
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
    },
    [cited, numbers, here, onSelect],
  )
  return <CitationRenderer value={cite}>{children}</CitationRenderer>
}
