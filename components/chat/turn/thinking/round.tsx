'use client'
import { ChevronRight, CircleAlert, MessageSquareShare, Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTurnLink } from '@/components/chat/conversation/history/use-go-to-turn'
import { foundName } from '@/components/search/results/found-name'
import { useTitle } from '@/components/shell/use-title'
import { Chevron } from '@/components/ui/chevron'
import { cn } from '@/components/ui/cn'
import { LexicalChip } from '@/components/ui/lexical-chip'
import { Markdown } from '@/components/ui/markdown/markdown'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { ScrollArea } from '@/components/ui/scroll-area'
import { WhyFound, WhyNot } from '@/components/ui/why'
import { useFormat } from '@/components/ui/words/use-format'
import { capitalised } from '@/lib/shared/capitalised'
import type { StepDto, TurnDto } from '@/lib/shared/dto'
import type { ToolCall as Call, Recall, RecallHit } from '@/lib/shared/turn/events'
import { RecallChip } from '../recalls/recall-chip'
import { RecalledWords } from '../recalls/recalled-words'
import { byStrength } from '../recalls/strength'
import { hitKey } from '../turn-facts'
import { actionSentence, roundSentence, whyRecalled } from '../turn-words'

type Props = { turn: TurnDto; step: StepDto; name: string; live: boolean; open: boolean }

export function Round({ turn, step, name, live, open }: Props) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const shown = live || (chosen ?? open)
  const action = step.phase === 'act'
  return (
    <article aria-label={name} className="relative pl-5">
      <span
        aria-hidden
        className={cn(
          'absolute top-[9px] left-0 size-2 rounded-full',
          live ? 'animate-breathe bg-accent' : 'bg-line-strong opacity-60',
        )}
      />
      <button
        type="button"
        aria-expanded={shown}
        disabled={live}
        onClick={() => setChosen(!shown)}
        className="-ml-1 flex w-full items-start gap-1 rounded-sm px-1 py-0.5 text-left text-sm disabled:cursor-default pointer-coarse:py-3"
      >
        <span className="min-w-0 flex-1">
          <span className="font-medium text-ink">{name}</span>
          {!shown && (
            <span className="text-ink-soft">
              {' '}
              <Recalled step={step} here={turn.conversationId} />
              {action ? actionSentence(step) : roundSentence(step)}
            </span>
          )}
        </span>
        {!live && <Chevron open={shown} className="mt-0.5" />}
      </button>
      {shown && <Details turn={turn} step={step} live={live} />}
    </article>
  )
}

/** "Recalled 3 memories from Adoption: agencies, interviews and the home study. ". */
function Recalled({ step, here }: { step: StepDto; here: string }) {
  const hits = step.recalls.flatMap((_, i) => newHits(step.recalls, i))
  if (hits.length === 0)
    return step.recalls.length > 0 && step.phase === 'think' ? 'Recalled nothing new. ' : null
  const keywords = step.recalls.flatMap(({ request }) => request.keywords ?? [])
  return (
    <>
      Recalled <RecalledWords hits={hits} here={here} keywords={keywords} />.{' '}
    </>
  )
}

/** What a recall found that no earlier recall of its step did, the strong ones first. */
function newHits(recalls: Recall[], i: number) {
  const before = new Set(recalls.slice(0, i).flatMap((recall) => recall.hits.map(hitKey)))
  return (recalls[i]?.hits ?? []).filter((hit) => !before.has(hitKey(hit))).toSorted(byStrength)
}

function Details({ turn, step, live }: Pick<Props, 'turn' | 'step' | 'live'>) {
  const think = step.phase === 'think'
  return (
    <div className="mt-2 flex min-w-0 flex-col gap-2.5">
      {step.reasoning && <Reasoning text={step.reasoning} open={live} live={live && !step.text} />}
      {think && step.text && (
        <div className="text-ink-soft">
          <Markdown text={step.text} live={live && !step.decision} small />
        </div>
      )}
      {step.recalls.map((recall, i) => (
        <RecallLine key={recall.id} turn={turn} step={step} i={i} />
      ))}
      {step.tools.map((call) => (
        <ToolCall key={call.id} call={call} />
      ))}
      {[...step.retries, ...step.notices].map((notice) => (
        <p key={notice} className="text-ink-soft text-xs">
          {notice}
        </p>
      ))}
      {step.decision && (
        <Line label={step.decision.continueThinking ? 'Continuing:' : 'Decided:'}>
          {step.decision.reason || (step.decision.continueThinking ? 'checking memory' : 'ready to answer')}
          {step.decision.continueThinking && step.decision.nextFocus && ` Next: ${step.decision.nextFocus}`}
        </Line>
      )}
      {step.stop && step.stop !== step.decision?.reason && <Line label="Ended:">{step.stop}</Line>}
    </div>
  )
}

function RecallLine({ turn, step, i }: Pick<Props, 'turn' | 'step'> & { i: number }) {
  const here = turn.conversationId
  const recall = step.recalls[i]
  if (!recall) return null
  const hits = newHits(step.recalls, i)
  const searched = whyRecalled(recall)
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs">
      <p className="w-full min-w-0 break-words text-ink-soft">
        {`${capitalised(searched)}. `}
        {recall.hits.length === 0 && 'Nothing found.'}
        {recall.hits.length > 0 && hits.length === 0 && 'Nothing new.'}
        {hits.length > 0 && (
          <>
            Found <RecalledWords hits={hits} here={here} keywords={recall.request.keywords} />.
          </>
        )}
      </p>
      {hits.map((hit) => (
        <RecallChip key={hitKey(hit)} found={{ hit, recall }} turn={turn} />
      ))}
      <LexicalChip recall={recall} />
      {recall.note && <span className="text-ink-faint">{recall.note}</span>}
      {recall.notice && <span className="w-full text-ink-faint">{recall.notice}</span>}
      <RecallWhy recall={recall} here={here} />
    </div>
  )
}

function Reasoning({ text, open, live }: { text: string; open: boolean; live: boolean }) {
  const words = (
    <div className="border-line border-l-2 pl-3 text-ink-soft">
      <Markdown text={text} live={live} small />
    </div>
  )
  if (open) return words
  return (
    <details className="text-ink-soft text-xs">
      <summary className="w-fit cursor-pointer rounded-sm py-[3px] hover:text-ink">
        The model's own reasoning
      </summary>
      <div className="mt-1">{words}</div>
    </details>
  )
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <p className="break-words text-ink-soft text-xs">
    <span className="font-medium text-ink-faint">{label}</span> {children}
  </p>
)

const shortArgs = (args: unknown) => {
  const text =
    typeof args === 'object' && args !== null
      ? Object.values(args)
          .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
          .join(', ')
      : String(args ?? '')
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}

function ToolCall({ call }: { call: Call }) {
  const format = useFormat()
  return (
    <details className="group rounded-md border border-line bg-raised">
      <summary className="flex cursor-pointer list-none items-center gap-2 px-2.5 py-1.5 text-xs [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-3.5 shrink-0 text-ink-faint transition-transform duration-150 group-open:rotate-90"
        />
        {call.ok ? (
          <Wrench aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
        ) : (
          <CircleAlert aria-label="failed" className="size-3.5 shrink-0 text-error" />
        )}
        <span className="font-medium font-mono">{call.name}</span>
        <span className="min-w-0 flex-1 truncate text-ink-soft">{shortArgs(call.args)}</span>
        <span className="text-ink-faint tabular">{format.duration(call.ms)}</span>
      </summary>
      <div className="grid gap-2 border-line border-t px-2.5 py-2 text-xs">
        <Block title="Input" text={JSON.stringify(call.args, null, 2) ?? ''} />
        <Block title={call.ok ? 'Result' : 'Error'} text={call.result || 'nothing'} />
      </div>
    </details>
  )
}

const Block = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0">
    <p className="mb-1 text-ink-faint">{title}</p>
    <ScrollArea
      as="pre"
      className="max-h-60 overflow-auto whitespace-pre-wrap break-words rounded-sm bg-sunken p-2 font-mono"
    >
      <TextParts text={text} />
    </ScrollArea>
  </div>
)

/** "Why these?": what each hit matched and what the near misses lack. Works with keyboard and touch too. */
function RecallWhy({ recall, here }: { recall: Recall; here: string }) {
  const { hits, nearMisses, request } = recall
  if (hits.length + nearMisses.length === 0) return null
  return (
    <details className="w-full text-xs">
      <summary className="w-fit cursor-pointer rounded-sm py-[3px] text-ink-soft hover:text-ink">
        Why these?
      </summary>
      <ol className="mt-1.5 flex flex-col gap-2.5 border-line border-l-2 pl-3">
        {hits.map((hit) => (
          <li key={hit.rank} className="flex flex-col gap-1">
            <Name hit={hit} here={here} />
            <WhyFound hit={hit} keywords={request.keywords} />
          </li>
        ))}
        {nearMisses.length > 0 && <li className="pt-1 font-medium text-ink-faint">Nearly recalled</li>}
        {nearMisses.map((miss) => (
          <li key={miss.rank} className="flex flex-col gap-0.5">
            <Name hit={miss} here={here} near />
            <WhyNot miss={miss} hits={hits} keywords={request.keywords} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function Name({ hit, here, near = false }: { hit: RecallHit; here: string; near?: boolean }) {
  const link = useTurnLink(hit)
  const title = useTitle(hit.conversationId)
  return (
    <span className="flex flex-wrap items-center gap-x-1.5">
      <a
        {...link}
        className={cn('touch-area hover:underline', near ? 'text-ink-soft' : 'font-medium text-recall')}
      >
        {foundName(hit)}
      </a>
      {hit.conversationId !== here && (
        <span className="inline-flex min-w-0 items-center gap-1 text-ink-faint">
          <MessageSquareShare aria-hidden className="size-3 shrink-0" />
          {title ? `from “${title}”` : 'from another conversation'}
        </span>
      )}
    </span>
  )
}
