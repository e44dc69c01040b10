'use client'
import { NotebookText } from 'lucide-react'
import Link from 'next/link'
import { Fragment, useId, useRef, useState } from 'react'
import { ApprovalQueue } from '@/components/list/approval-queue'
import { useListed } from '@/components/shell/use-listed'
import { EmptyState } from '@/components/ui/empty-state'
import type { Result } from '@/lib/shared/errors'
import { factSentence, subjectName } from '@/lib/shared/memory/fact-sentence'
import type { FactDto, FactsDto, SubjectDto } from '@/lib/shared/memory/facts'
import { searchIn } from '@/lib/shared/schemas'
import { ListBody } from '../list/list-body'
import { ListTools } from '../list/list-tools'
import { PageHeader } from '../shell/page-header'
import { ImportedWorkPart } from '../transfer/imported-work-part'
import { SampleNote } from '../transfer/sample-mark'
import { Button } from '../ui/button'
import { useFormat } from '../ui/words/use-format'
import { server } from './actions'
import { AddFactForm } from './fact-form'
import { Dates, FactRow } from './fact-row'
import { timelinesOf } from './fact-words'
import { SourceLinks } from './source-links'
import { type FactActs, useFactActs } from './use-fact-acts'

const FIRST_FACTS = 20

function SubjectSection({ subject, acts }: { subject: SubjectDto; acts: FactActs }) {
  const id = useId()
  const [all, setAll] = useState(false)
  const timelines = timelinesOf(subject)
  const shown = all ? timelines : timelines.slice(0, FIRST_FACTS)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="break-words border-line border-b pb-2 font-medium text-base">
        {subjectName(subject.name)}
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((timeline) => (
          <FactRow key={timeline.now.ids[0]} timeline={timeline} acts={acts} ofSample={subject.sample} />
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

const AFFECTING = new Set(['fact', 'turn', 'conversation'])
type FactsPlace = { q: string }
const read = (params: URLSearchParams): FactsPlace => ({ q: searchIn(params.get('q')) })
const query = ({ q }: FactsPlace) => (q.trim() ? `?${new URLSearchParams({ q })}` : '')
const load = ({ q }: FactsPlace) => server.listFacts({ search: q })

const Proposed = ({ fact }: { fact: FactDto }) => (
  <div className="min-w-0 flex-1 basis-64 break-words">
    <p className="font-medium">{factSentence(fact)}</p>
    {fact.quote && <p className="line-clamp-2 text-ink-soft">“{fact.quote}”</p>}
    <p className="text-ink-faint text-xs">
      <Dates fact={fact} /> · <SourceLinks sources={fact.sources} />
    </p>
  </div>
)

const FIRST = 40
type Props = { first: Result<FactsDto>; learning: boolean }

/** What is known about the person and their world. `learning` = facts are read from new messages. */
export function FactsPage({ first, learning }: Props) {
  const list = useListed({ read, query, first, load, affecting: AFFECTING })
  const { value: facts, shown, error, reload } = list
  const search = (q: string) => list.move({ q })
  const [adding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const region = useRef<HTMLElement>(null)
  const acts = useFactActs(reload, region)
  const { plural } = useFormat()
  const isSearch = shown.q.trim() !== ''
  const { total = 0, proposed = [] } = facts ?? {}
  const waiting = proposed.length > 0 && `${plural(proposed.length, 'fact')} waiting for approval`
  const known = facts && (total > 0 || (isSearch && !waiting)) && plural(total, 'fact')
  const count = [known, waiting].filter(Boolean).join(', ')
  const close = () => {
    setAdding(false)
    opener.current?.focus()
  }
  return (
    <>
      <PageHeader title="Facts" />
      <ListTools
        name="Facts"
        one="a fact"
        search={list.place.q}
        onSearch={search}
        region={region}
        opener={opener}
        adding={adding}
        onAdding={setAdding}
        count={count || null}
        isSearch={isSearch}
      />
      <ListBody
        region={region}
        label="Known facts"
        error={error}
        onRetry={() => void reload()}
        className="gap-5"
      >
        {learning ? <ImportedWorkPart work="facts" /> : <NotLearning />}
        {adding && (
          <AddFactForm
            subjects={['You', ...(facts?.subjects ?? []).map(({ name }) => subjectName(name))]}
            onAdd={acts.add}
            onClose={close}
          />
        )}
        <ApprovalQueue
          items={proposed}
          keyOf={({ ids }) => ids[0]}
          nameOf={(fact) => factSentence(fact)}
          note="Imported or read elsewhere, so not used until you approve it."
          onApprove={acts.approve}
          onReject={(fact) => acts.forget(fact, `Rejected “${factSentence(fact)}”`)}
        >
          {(fact) => <Proposed fact={fact} />}
        </ApprovalQueue>
        {facts && <Subjects facts={facts} acts={acts} reload={reload} />}
        {facts &&
          !adding &&
          total + proposed.length === 0 &&
          (isSearch ? (
            <EmptyState
              title={`No facts match “${shown.q}”`}
              action={<Button onClick={() => search('')}>Show all facts</Button>}
            />
          ) : (
            <EmptyState icon={<NotebookText />} title="No facts yet" link={['/', 'Start a conversation']}>
              {learning && 'Say something lasting, such as “My cat is called Miso.”'}
            </EmptyState>
          ))}
      </ListBody>
    </>
  )
}

type SubjectsProps = { facts: FactsDto; acts: FactActs; reload(): Promise<void> }
function Subjects({ facts, acts, reload }: SubjectsProps) {
  const [most, setMost] = useState(FIRST)
  const shown = facts.subjects.slice(0, most)
  const left = facts.subjects.length - most
  const firstOfSample = shown.find(({ sample }) => sample)
  return (
    <>
      {shown.map((subject) => (
        <Fragment key={subject.id}>
          {subject === firstOfSample && <SampleNote onRemoved={reload} />}
          <SubjectSection subject={subject} acts={acts} />
        </Fragment>
      ))}
      {left > 0 && (
        <Button className="self-start" onClick={() => setMost(most + FIRST)}>
          Show {Math.min(left, FIRST)} more subjects
        </Button>
      )}
    </>
  )
}

const NotLearning = () => (
  <p className="rounded-md border border-line bg-surface px-4 py-3 text-ink-soft">
    Learning from what you say is turned off.{' '}
    <Link href="/settings#memory" prefetch={false} className="font-medium text-accent hover:underline">
      Change it in Settings
    </Link>
  </p>
)
