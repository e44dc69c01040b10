'use client'
import Link from 'next/link'
import { useFormat } from '@/components/ui/words/use-format'
import { UNTITLED } from '@/lib/shared/untitled'
import type { UsageReport } from '@/lib/shared/usage/usage'
import { costLine, headline, proofWords } from './headline-words'

export function Headline({ report }: { report: UsageReport }) {
  const format = useFormat()
  const { proof } = report
  return (
    <header className="flex flex-col gap-3">
      <p className="max-w-[44ch] text-balance font-medium text-xl">{headline(report, format)}</p>
      <p className="max-w-[72ch] text-ink-soft empty:hidden">{costLine(report, format)}</p>
      {proof && (
        <p className="max-w-[72ch] text-ink-soft">
          For example,{' '}
          <Link
            href={`/c/${proof.turn.conversationId}/turns/${proof.turn.id}`}
            prefetch={false}
            className="text-ink underline underline-offset-2 hover:text-accent"
          >
            message {format.number(proof.turn.number)} of “{proof.title || UNTITLED}”
          </Link>{' '}
          {proofWords(proof, format)}
        </p>
      )}
    </header>
  )
}
