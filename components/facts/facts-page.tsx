'use client'
import { Plus, Search, X } from 'lucide-react'
import Link from 'next/link'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Result } from '@/lib/shared/errors'
import type { FactsDto } from '@/lib/shared/facts'
import { limits } from '@/lib/shared/limits'
import { useAnnounce } from '../shell/announcer'
import { PageHeader } from '../shell/page-header'
import { useShortcut } from '../shell/shortcuts'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { IconButton } from '../ui/icon-button'
import { useFormat } from '../ui/use-format'
import { AddFactForm } from './fact-form'
import { subjectName } from './fact-words'
import { FactsEmpty, NothingFound } from './facts-empty'
import { ProposedFacts } from './proposed-facts'
import { SubjectSection } from './subject-section'
import { useFactActs } from './use-fact-acts'
import { type Facts, useFacts } from './use-facts'

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
            <FactSearch list={list} onDown={() => region.current?.focus()} />
            <Button ref={opener} className="!h-11" aria-expanded={adding} onClick={() => setAdding(!adding)}>
              <Plus aria-hidden className="size-4" />
              <span>
                Add<span className="max-sm:sr-only"> a fact</span>
              </span>
            </Button>
          </div>
          <Count list={list} />
        </div>
      </search>
      <section
        ref={region}
        aria-label="Known facts"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the page scrolls here, so the keyboard must reach it
        tabIndex={0}
        className="-outline-offset-2 min-h-0 flex-1 overflow-y-auto"
      >
        <div className="mx-auto flex w-full max-w-3xl flex-col gap-8 px-4 pt-5 pb-16 max-sm:px-3">
          {!learning && <NotLearning />}
          {error && <ErrorNote error={error} onRetry={() => void reload()} />}
          {adding && (
            <AddFactForm
              subjects={['You', ...(facts?.subjects ?? []).map(({ name }) => subjectName(name))]}
              onAdd={acts.add}
              onClose={close}
            />
          )}
          {facts && <ProposedFacts facts={facts.proposed} acts={acts} />}
          {facts && <Subjects facts={facts} acts={acts} />}
          {facts &&
            !adding &&
            facts.total + facts.proposed.length === 0 &&
            (list.shown.trim() ? (
              <NothingFound search={list.shown} onClear={() => list.search('')} />
            ) : (
              <FactsEmpty learning={learning} onAdd={() => setAdding(true)} />
            ))}
        </div>
      </section>
    </>
  )
}

function Subjects({ facts, acts }: { facts: FactsDto; acts: ReturnType<typeof useFactActs> }) {
  const [most, setMost] = useState(FIRST)
  const left = facts.subjects.length - most
  return (
    <>
      {facts.subjects.slice(0, most).map((subject) => (
        <SubjectSection key={subject.id} subject={subject} acts={acts} />
      ))}
      {left > 0 && (
        <Button className="self-start" onClick={() => setMost(most + FIRST)}>
          Show {Math.min(left, FIRST)} more subjects
        </Button>
      )}
    </>
  )
}

function FactSearch({ list, onDown }: { list: Facts; onDown(): void }) {
  const box = useRef<HTMLInputElement>(null)
  useShortcut('/', () => box.current?.select())
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') onDown()
    else if (event.key === 'Escape' && list.q) list.search('')
    else return
    event.preventDefault()
  }
  return (
    <div className="relative flex h-11 min-w-0 flex-1 items-center rounded-md border border-line-strong bg-raised has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent">
      <Search aria-hidden className="pointer-events-none absolute left-3.5 size-[18px] text-ink-faint" />
      <input
        ref={box}
        type="text"
        inputMode="search"
        autoComplete="off"
        spellCheck={false}
        aria-label="Search facts"
        placeholder="Search facts"
        maxLength={300}
        value={list.q}
        onChange={(event) => list.search(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent pr-10 pl-11 text-base outline-none placeholder:text-ink-faint"
      />
      {list.q && (
        <IconButton
          small
          label="Clear the search"
          onClick={() => list.search('')}
          className="absolute right-2"
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

/** How many facts are shown. Announced once the typing pauses. */
function Count({ list: { facts, shown } }: { list: Facts }) {
  const { plural } = useFormat()
  const announce = useAnnounce()
  const isSearch = shown.trim() !== ''
  const words =
    facts && (facts.total > 0 || isSearch) && `${plural(facts.total, 'fact')}${isSearch ? ' found' : ''}`
  useEffect(() => {
    if (!isSearch || !words) return
    const timer = setTimeout(() => announce(words), limits.search.announceMs)
    return () => clearTimeout(timer)
  }, [isSearch, words, announce])
  return <p className="text-ink-soft text-xs tabular empty:hidden">{words}</p>
}

const NotLearning = () => (
  <p className="rounded-md border border-line bg-surface px-4 py-3 text-ink-soft">
    Nothing new is learned from what you say: this is switched off. Known facts are still used, and you can
    add your own.{' '}
    <Link href="/settings#memory" prefetch={false} className="font-medium text-accent hover:underline">
      Change it in Settings
    </Link>
  </p>
)
