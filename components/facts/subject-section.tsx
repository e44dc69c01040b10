'use client'
import { useId, useState } from 'react'
import type { SubjectDto } from '@/lib/shared/memory/facts'
import { Button } from '../ui/button'
import { Chip } from '../ui/chip'
import { FactRow } from './fact-row'
import { subjectName, timelinesOf } from './fact-words'
import type { FactActs } from './use-fact-acts'

const FIRST = 20

/** What is known of one subject. */
export function SubjectSection({ subject, acts }: { subject: SubjectDto; acts: FactActs }) {
  const id = useId()
  const [all, setAll] = useState(false)
  const timelines = timelinesOf(subject)
  const shown = all ? timelines : timelines.slice(0, FIRST)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="break-words border-line border-b pb-2 font-medium text-base">
        {subjectName(subject.name)}
        {subject.sample && <Chip className="ml-2">Sample</Chip>}
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((timeline) => (
          <FactRow key={timeline.now.ids[0]} timeline={timeline} acts={acts} />
        ))}
      </ul>
      {shown.length < timelines.length && (
        <Button size="sm" look="ghost" onClick={() => setAll(true)}>
          Show all {timelines.length}
        </Button>
      )}
    </section>
  )
}
