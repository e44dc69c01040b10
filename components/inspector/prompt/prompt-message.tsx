'use client'
import { MessageImages } from '@/components/chat/images/image-view'
import { Chip } from '@/components/ui/chip'
import { sectionName } from '@/components/ui/series'
import { useFormat } from '@/components/ui/words/use-format'
import type { InspectedStep, PromptBlock } from '@/lib/shared/turn/inspector'
import { messageText } from '@/lib/shared/turn/inspector'
import { CopyButton } from './copy-button'
import { Fold } from './fold'
import { PromptText } from './prompt-text'
import { SectionDot } from './token-bar'

type Props = {
  name: string
  about?: string
  blocks: PromptBlock[]
  texts: string[]
  step: InspectedStep
  /** Texts of the call before; null = none, so nothing is marked as new. */
  before: ReadonlySet<number> | null
}

/** One message of a prompt by section. Sections expand, and each can be copied, as can the whole message. */
export function PromptMessage({ name, about, blocks, texts, step, before }: Props) {
  const format = useFormat()
  if (blocks.length === 0) return null
  const total = blocks.reduce((sum, block) => sum + block.tokens, 0)
  const dropped = (section: string) =>
    step.sections.find((entry) => entry.section === section)?.droppedItems ?? 0
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex items-center gap-2 text-xs">
        <h4 className="font-medium text-ink-soft">{name}</h4>
        {about && <span className="truncate text-ink-faint">{about}</span>}
        <span className="-mr-1 ml-auto text-ink-faint tabular">{format.tokens(total)}</span>
        <CopyButton label={`Copy ${name.toLowerCase()}`} text={() => messageText(blocks, texts)} />
      </div>
      {blocks.map((block) => (
        <Fold
          key={`${block.section}${block.text}`}
          head={
            <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
              <SectionDot section={block.section} />
              <span className="shrink-0">{sectionName(block.section)}</span>
              {before && !before.has(block.text) && <Chip>new</Chip>}
              {dropped(block.section) > 0 && (
                <span className="truncate text-ink-faint text-xs">
                  {format.plural(dropped(block.section), 'item')} left out
                </span>
              )}
              <span className="ml-auto shrink-0 text-xs tabular">{format.tokens(block.tokens)}</span>
            </span>
          }
          end={
            <CopyButton label={`Copy ${sectionName(block.section)}`} text={() => texts[block.text] ?? ''} />
          }
        >
          {() => (
            <div className="pt-1 pb-3 pl-6">
              <PromptText text={texts[block.text] ?? ''} />
              {block.images && <MessageImages images={block.images} />}
            </div>
          )}
        </Fold>
      ))}
    </div>
  )
}
