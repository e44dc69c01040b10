import { Lightbulb } from 'lucide-react'
import Link from 'next/link'
import { HoverCard } from 'radix-ui'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { chipClass } from '@/components/ui/chip'
import { Markdown } from '@/components/ui/markdown/markdown'
import type { UsedStrategyDto } from '@/lib/shared/learning/learning'

/**
 * A lesson that an answer cites: hover or focus shows its title and content, a click leads to its page.
 */
export const StrategyPill = ({ used }: { used: UsedStrategyDto }) => (
  <HoverCard.Root openDelay={250} closeDelay={120}>
    <HoverCard.Trigger asChild>
      <Link
        href={strategyHref(used.slug)}
        prefetch={false}
        className={chipClass('accent', 'no-underline transition-colors duration-150 hover:border-accent')}
      >
        <Lightbulb aria-hidden className="size-3 shrink-0" />
        <span className="max-w-[24ch] truncate">{used.title}</span>
        <span className="sr-only"> ({used.slug})</span>
      </Link>
    </HoverCard.Trigger>
    <HoverCard.Portal>
      <section aria-label={`Lesson ${used.slug}`}>
        <HoverCard.Content
          side="top"
          align="start"
          sideOffset={6}
          collisionPadding={12}
          className="z-50 w-80 max-w-[calc(100vw-2rem)] animate-appear rounded-lg border border-line bg-raised text-sm shadow-float"
        >
          <p className="break-words border-line border-b px-3 py-2 font-medium">{used.title}</p>
          <div className="max-h-44 overflow-y-auto px-3 py-2.5">
            <Markdown text={used.content} small />
          </div>
        </HoverCard.Content>
      </section>
    </HoverCard.Portal>
  </HoverCard.Root>
)
