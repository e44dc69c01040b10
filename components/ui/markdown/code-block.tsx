'use client'
import { Check, Copy } from 'lucide-react'
import { memo } from 'react'
import { cn } from '@/components/ui/cn'
import { useCopy } from '@/components/ui/hooks/use-copy'
import { ScrollArea } from '../scroll-area'
import { highlight, type TokenKind } from './highlight'
import { TextParts } from './text-parts'

const TONES: Record<TokenKind, string> = {
  plain: '',
  comment: 'text-ink-faint italic',
  string: 'text-accent',
  number: 'text-accent',
  keyword: 'font-semibold',
}

type Props = { code: string; language?: string; colored?: boolean; className?: string }

/** Code with its language and a copy button, highlighted if `colored`. Long lines scroll inside the block. */
export const CodeBlock = memo(function CodeBlock({ code, language = '', colored = true, className }: Props) {
  const { state, copy } = useCopy()
  const tokens = highlight(code, colored ? language.toLowerCase() : '')
  return (
    <figure
      dir="ltr"
      className={cn('min-w-0 overflow-hidden rounded-md border border-line bg-surface', className)}
    >
      <figcaption className="flex h-8 items-center justify-between border-line border-b pr-1 pl-3 font-mono text-ink-faint text-xs">
        {language || 'text'}
        <button
          type="button"
          onClick={() => copy(code)}
          className="inline-flex h-6 items-center gap-1.5 rounded-sm px-2 font-sans text-ink-soft hover:bg-sunken hover:text-ink"
        >
          {state === 'copied' ? <Check className="size-3.5" /> : <Copy className="size-3.5" />}
          <span aria-live="polite">
            {state === 'copied' ? 'Copied' : state === 'failed' ? 'Copy blocked' : 'Copy'}
          </span>
        </button>
      </figcaption>
      <ScrollArea
        as="pre"
        className="max-h-[32rem] overflow-auto px-3 py-2.5 font-mono text-[0.8125rem] leading-5"
      >
        <code className="block w-max min-w-full">
          {tokens.length === 1 && tokens[0]?.kind === 'plain' ? (
            <TextParts text={code} wrapped={false} />
          ) : (
            tokens.map((token, index) =>
              token.kind === 'plain' ? (
                token.text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens are derived from the text and never move on their own
                <span key={index} className={TONES[token.kind]}>
                  {token.text}
                </span>
              ),
            )
          )}
        </code>
      </ScrollArea>
    </figure>
  )
})
