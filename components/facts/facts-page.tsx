'use client'
import { Plus } from 'lucide-react'
import Link from 'next/link'
import { Fragment, useRef, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { FactsDto } from '@/lib/shared/memory/facts'
import { FoundCount } from '../list/found-count'
import { ListBody } from '../list/list-body'
import { SearchBox } from '../list/search-box'
import { PageHeader } from '../shell/page-header'
import { ImportedWorkPart } from '../transfer/imported-work-part'
import { SampleNote } from '../transfer/sample-mark'
import { Button } from '../ui/button'
import { useFormat } from '../ui/words/use-format'
import { AddFactForm } from './fact-form'
import { subjectName } from './fact-words'
import { FactsEmpty, NothingFound } from './facts-empty'
import { ProposedFacts } from './proposed-facts'
import { SubjectSection } from './subject-section'
import { useFactActs } from './use-fact-acts'
import { useFacts } from './use-facts'

const FIRST = 40
type Props = { first: Result<FactsDto>; learning: boolean }

/** What is known about the person and their world. `learning` = facts are read from new messages. */
export function FactsPage({ first, learning }: Props) {
  const list = useFacts(first)
  const { facts, error, reload } = list
  const [adding, setAdding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const region = useRef<HTMLElement>(null)
  const acts = useFactActs(reload, region)
  const { plural } = useFormat()
  const isSearch = list.shown.trim() !== ''
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
      <search aria-label="Facts" className="border-line border-b">
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-2 px-4 pt-4 pb-3 max-sm:px-3">
          <div className="flex gap-2">
            <SearchBox
              label="Search facts"
              value={list.q}
              onChange={list.search}
              onDown={() => region.current?.focus()}
            />
            <Button ref={opener} className="!h-11" aria-expanded={adding} onClick={() => setAdding(!adding)}>
              <Plus aria-hidden className="size-4" />
              <span>
                Add<span className="max-sm:sr-only"> a fact</span>
              </span>
            </Button>
          </div>
          <FoundCount words={count || null} isSearch={isSearch} />
        </div>
      </search>
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
        <ProposedFacts facts={proposed} acts={acts} />
        {facts && <Subjects facts={facts} acts={acts} reload={reload} />}
        {facts &&
          !adding &&
          total + proposed.length === 0 &&
          (isSearch ? (
            <NothingFound search={list.shown} onClear={() => list.search('')} />
          ) : (
            <FactsEmpty learning={learning} onAdd={() => setAdding(true)} />
          ))}
      </ListBody>
    </>
  )
}

type SubjectsProps = { facts: FactsDto; acts: ReturnType<typeof useFactActs>; reload(): Promise<void> }
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
    Learning from what you say is turned off. Known facts are still used, and you can add your own.{' '}
    <Link href="/settings#memory" prefetch={false} className="font-medium text-accent hover:underline">
      Change it in Settings
    </Link>
  </p>
)
