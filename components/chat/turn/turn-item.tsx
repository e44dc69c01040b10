'use client'
import { FileText, Lightbulb, NotebookPen } from 'lucide-react'
import Link from 'next/link'
import { memo, type ReactNode, useState } from 'react'
import { toast } from 'sonner'
import {
  useConversation,
  useConversationStore,
  useTurn,
} from '@/components/chat/conversation/use-conversation'
import { useOpenPanel } from '@/components/chat/panel/panel-context'
import { dayWords, shownEnd } from '@/components/facts/fact-words'
import { undoForget } from '@/components/forget/actions'
import { strategyHref } from '@/components/playbook/strategy/strategy-words'
import { factsHref } from '@/components/search/address/hit-links'
import { useShell } from '@/components/shell/shell-context'
import { Button } from '@/components/ui/button'
import { chipClass } from '@/components/ui/chip'
import { cn } from '@/components/ui/cn'
import { useUntilOver } from '@/components/ui/hooks/use-until-over'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { ScrollArea } from '@/components/ui/scroll-area'
import { toastFailure } from '@/components/ui/toast-failure'
import { useFormat } from '@/components/ui/words/use-format'
import { useTimeZone } from '@/components/ui/words/use-time-zone'
import { isSettled, type TurnDto } from '@/lib/shared/dto'
import { factSentence } from '@/lib/shared/memory/fact-sentence'
import { server } from '../actions'
import { Answer } from './answer'
import { BranchPicker } from './message/branch-picker'
import { UserMessage } from './message/user-message'
import { Thinking } from './thinking/thinking'
import { currentStep, writtenIn } from './turn-facts'
import { TurnFooter } from './turn-footer'

type Props = { ids: string; last: boolean; marked: boolean }

/** One turn, live or settled, or forgotten ones. `ids` are joined by spaces, so that they compare equal. */
export const TurnItem = memo(function TurnItem({ ids, last, marked }: Props) {
  const turnIds = ids.split(' ')
  const [turnId = ''] = turnIds
  const turn = useTurn(turnId)
  const lost = useConversation((state) => state.lost)
  const stopping = useConversation((state) => state.stopping)
  const isLeft = useConversation(
    ({ branching }) => branching !== null && (turn?.number ?? 0) > branching.after,
  )
  if (!turn) return null
  const waiting = stopping ? 'stopping' : lost ? 'connection lost, reconnecting' : null
  if (turn.status === 'forgotten') return <ForgottenTurns first={turn} ids={turnIds} />

  return (
    <section
      id={`turn-${turnId}`}
      data-turn={turnId}
      aria-label={`Message ${turn.number}`}
      tabIndex={-1}
      className={cn(
        'group/turn sized-turn -mx-3 flex min-w-0 scroll-mt-4 flex-col gap-3 rounded-lg px-3 py-4 outline-none transition-shadow duration-200',
        !last && 'lazy-turn',
        isLeft && 'opacity-40',
        marked && 'shadow-[inset_3px_0_0_var(--accent)]',
      )}
    >
      <h2 className="sr-only">Message {turn.number}</h2>
      <UserMessage turn={turn} />
      <Thinking turn={turn} waiting={turn.status === 'running' ? waiting : null} last={last} />
      <Answer turn={turn} />
      <AskedCall turn={turn} />
      <WrittenFiles turn={turn} />
      {/* What was learned arrives later, when the next question may already be read. */}
      {(turn.startedAt || turn.status === 'running') && (
        <div className="-my-2 min-h-[1.375rem]">
          <NotedLine turn={turn} />
        </div>
      )}
      <TurnFooter turn={turn} last={last} />
    </section>
  )
})

function WrittenFiles({ turn }: { turn: TurnDto }) {
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

type Permission = Parameters<typeof server.answerCall>[0]['answer']
const CHOICES: [Permission, string][] = [
  ['once', 'Allow once'],
  ['always', 'Always allow'],
  ['never', 'Don’t allow'],
]

function AskedCall({ turn }: { turn: TurnDto }) {
  const [sent, setSent] = useState('')
  const call = turn.status === 'running' ? currentStep(turn)?.asking : undefined
  if (!call) return null
  const say = async (answer: Permission) => {
    setSent(call.id)
    const result = await server.answerCall({ turnId: turn.id, callId: call.id, answer })
    if (result.ok) return
    toastFailure(result.error)
    setSent('')
  }
  return (
    <section
      aria-label="A tool asks"
      className="flex min-w-0 flex-col gap-3 rounded-md border border-accent bg-surface p-4"
    >
      <p className="break-words">
        Use <span className="font-medium">{call.tool}</span> of{' '}
        <span className="font-medium">{call.server}</span>? This is sent to it:
      </p>
      <ScrollArea
        as="pre"
        className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-sunken p-2 font-mono text-xs"
      >
        <TextParts text={JSON.stringify(call.args ?? {}, null, 2)} />
      </ScrollArea>
      <div className="flex flex-wrap gap-2">
        {CHOICES.map(([answer, words]) => (
          <Button
            key={answer}
            size="sm"
            look={answer === 'once' ? 'primary' : 'quiet'}
            disabled={sent === call.id}
            onClick={() => void say(answer)}
          >
            {words}
          </Button>
        ))}
      </div>
    </section>
  )
}

/** What a turn taught: "Noted: Rent: 1,300 euros (before: 1,150 euros)", "Learned: Sockets before tables". */
function NotedLine({ turn: { noted = [], learning } }: { turn: TurnDto }) {
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

/** Forgotten turns, with one Undo for those restored together. Each remains a link target. */
function ForgottenTurns({ first, ids }: { first: TurnDto; ids: string[] }) {
  const store = useConversationStore()
  const { refreshConversations } = useShell()
  const format = useFormat()
  const way = useUntilOver(first.undo)
  const isOfferedAbove = useConversation(({ turns }) => {
    for (let i = turns.findIndex((one) => one.id === first.id) - 1; turns[i]?.status === 'forgotten'; i--)
      if (turns[i]?.undo && turns[i]?.undo?.trashId === first.undo?.trashId) return true
    return false
  })
  const undo = async () => {
    if (!way) return
    const result = await undoForget(way.trashId)
    toast.dismiss(way.trashId)
    if (!result.ok) toastFailure(result.error)
    await Promise.all([store.reread(), refreshConversations()])
  }
  const [from, to] = [format.number(first.number), format.number(first.number + ids.length - 1)]
  const name = ids.length > 1 ? `Messages ${from} to ${to}` : `Message ${from}`
  return (
    <section
      id={`turn-${first.id}`}
      data-turn={first.id}
      aria-label={name}
      tabIndex={-1}
      className="relative flex min-h-14 scroll-mt-4 flex-wrap items-center gap-x-3 gap-y-1 py-4 text-ink-faint outline-none"
    >
      <h2 className="sr-only">{name}</h2>
      {ids.slice(1).map((id) => (
        <span key={id} id={`turn-${id}`} tabIndex={-1} className="absolute top-0 scroll-mt-4" />
      ))}
      <p>{ids.length > 1 ? `Messages ${from}–${to} were forgotten.` : `Message ${from} was forgotten.`}</p>
      {way && !isOfferedAbove && (
        <Button size="sm" onClick={() => void undo()}>
          {way.all ? 'Undo all' : 'Undo'}
        </Button>
      )}
      <BranchPicker turn={first} />
    </section>
  )
}
