'use client'
import { useId } from 'react'
import { Field } from '@/components/settings/fields/field'
import { EntryForm } from '@/components/ui/entry-form'
import type { StrategyDto, StrategyEdit } from '@/lib/shared/learning/playbook'
import { type StrategyText, strategyTextSchema } from '@/lib/shared/learning/strategies'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { asWhen, withNames } from './strategy-words'
import type { StrategyActs } from './use-strategy-acts'

type Values = Pick<StrategyText, 'title' | 'description' | 'content' | 'domain'>
const EMPTY: Values = { title: '', description: '', content: '', domain: '' }
/** What a person does not choose. */
const NEW = { section: 'str', kind: 'principle', tags: [] as string[] } as const

const WHEN = 'When '.length
const isComplete = (values: Values) =>
  strategyTextSchema.safeParse({ ...NEW, ...withNames(EMPTY, values) }).success

/** Only what was changed, so that a change by a background job meanwhile is kept. */
export const changed = (from: Values, to: Values): StrategyEdit =>
  Object.fromEntries(Object.entries(to).filter(([key, text]) => from[key as keyof Values] !== text))

/** `strategy` null = a new one. */
type Props = { strategy: StrategyDto | null; acts: StrategyActs; domains: string[]; onClose(): void }

export function StrategyForm({ strategy, acts, domains, onClose }: Props) {
  const content = useId()
  const start: Values = strategy ?? EMPTY
  const save = (values: Values) =>
    strategy
      ? acts.edit(strategy, changed(start, withNames(start, values)))
      : acts.add({ ...NEW, ...withNames(EMPTY, { ...values, description: asWhen(values.description) }) })
  return (
    <EntryForm
      name={strategy ? `Edit ${strategy.title}` : 'Add a lesson'}
      start={{
        title: start.title,
        description: start.description,
        content: start.content,
        domain: start.domain,
      }}
      save={strategy ? 'Save' : 'Add'}
      help={strategy ? 'How often it helped is kept.' : 'It applies from your next message.'}
      isComplete={isComplete}
      onSave={save}
      onClose={onClose}
    >
      {({ field, submit }) => (
        <>
          <Field
            autoFocus
            label="When"
            placeholder="a text for a poster is asked for"
            maxLength={limits.descriptionChars - WHEN}
            autoComplete="off"
            {...field('description')}
          />
          <div className="flex min-w-0 flex-col gap-1">
            <label htmlFor={content} className="font-medium">
              Do
            </label>
            <textarea
              id={content}
              rows={4}
              placeholder="Keep it under 60 words."
              maxLength={limits.contentChars}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit()
              }}
              className="field-sizing-content max-h-80 min-h-24 w-full rounded-md border border-line-strong bg-raised px-3 py-2 text-sm outline-none placeholder:text-ink-faint focus-visible:border-accent"
              {...field('content')}
            />
          </div>
          {strategy && (
            <details>
              <summary className="w-fit cursor-pointer rounded-sm py-1 text-ink-soft hover:text-ink">
                Advanced
              </summary>
              <div className="mt-2 grid gap-3 sm:grid-cols-2">
                <Field label="Title" maxLength={limits.titleChars} autoComplete="off" {...field('title')} />
                <Field
                  label="Domain (optional)"
                  placeholder="web"
                  suggestions={domains}
                  maxLength={limits.domainChars}
                  autoComplete="off"
                  {...field('domain')}
                />
              </div>
            </details>
          )}
        </>
      )}
    </EntryForm>
  )
}
