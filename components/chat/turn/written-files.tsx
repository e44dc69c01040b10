'use client'
import { FileText } from 'lucide-react'
import { useOpenPanel } from '@/components/chat/panel/panel-context'
import { chipClass } from '@/components/ui/chip'
import { isSettled, type TurnDto } from '@/lib/shared/dto'
import { writtenIn } from './turn-facts'

/** The files that an answer wrote, each leading to the files of the conversation. */
export function WrittenFiles({ turn }: { turn: TurnDto }) {
  const openPanel = useOpenPanel()
  const paths = isSettled(turn.status) ? writtenIn(turn) : []
  if (paths.length === 0) return null
  return (
    <ul aria-label="Written files" className="flex flex-wrap gap-1.5">
      {paths.map((path) => (
        <li key={path} className="min-w-0">
          <button
            type="button"
            onClick={() => openPanel('workspace', turn.id)}
            className={chipClass('accent', 'touch-area min-h-6 max-w-full hover:border-accent')}
          >
            <FileText aria-hidden className="size-3 shrink-0" />
            <span className="truncate">{path}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
