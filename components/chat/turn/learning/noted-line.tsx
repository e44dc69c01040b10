'use client'
import { Lightbulb, NotebookPen } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { dayWords, shownEnd } from '@/components/facts/fact-words'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { factsHref } from '@/components/search/address/hit-links'
import { useFormat } from '@/components/ui/words/use-format'
import { useTimeZone } from '@/components/ui/words/use-time-zone'
import type { TurnDto } from '@/lib/shared/dto'
import { factSentence } from '@/lib/shared/memory/fact-sentence'

/** What a turn taught: "Noted: Rent: 1,300 euros (before: 1,150 euros)", "Learned: Sockets before tables". */
export function NotedLine({ turn: { noted = [], learning } }: { turn: TurnDto }) {
  const [format, zone] = [useFormat(), useTimeZone()]
  const learned = learning?.learned ?? []
  if (noted.length + learned.length === 0) return null
  return (
    <p
      data-noted=""
      className="flex min-w-0 items-center gap-x-1.5 truncate py-[3px] text-ink-soft text-xs [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      {noted.length > 0 && (
        <Part icon={<NotebookPen aria-hidden />} name="Noted">
          {noted.map((fact) => {
            const coming = fact.coming ? dayWords(fact.from, format, zone) : ''
            const words =
              factSentence(shownEnd(fact, Boolean(fact.before)), coming) +
              (fact.before ? ` (before: ${fact.before})` : '') +
              (fact.corrected ? ' (corrected by you)' : '')
            return { key: words, words, href: factsHref(fact.subject) }
          })}
        </Part>
      )}
      {learned.length > 0 && (
        <Part icon={<Lightbulb aria-hidden />} name="Learned">
          {learned.map(({ slug, title }) => ({ key: slug, words: title, href: strategyHref(slug) }))}
        </Part>
      )}
    </p>
  )
}

type Entry = { key: string; words: string; href: string }
const Part = ({ icon, name, children }: { icon: ReactNode; name: string; children: Entry[] }) => (
  <>
    {icon}
    <span className="min-w-0 truncate" title={children.map(({ words }) => words).join(' · ')}>
      {`${name}: `}
      {children.map(({ key, words, href }, i) => (
        <span key={key}>
          {i > 0 && ' · '}
          <Link href={href} prefetch={false} className="hover:text-ink hover:underline">
            {words}
          </Link>
        </span>
      ))}
    </span>
  </>
)
