'use client'
import { type ReactNode, useId } from 'react'
import { Field } from '@/components/settings/fields/field'
import { type Entry, EntryForm, type EntryFormProps } from '@/components/ui/entry-form'
import {
  PLAYBOOK_SECTIONS,
  PLAYBOOK_SLUGS,
  STRATEGY_KINDS,
  type StrategyText,
  strategyTextSchema,
} from '@/lib/shared/learning/strategies'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { shortened } from '@/lib/shared/shortened'
import { Choice, TextArea } from './strategy-fields'
import { KIND_WORDS, tagsIn } from './strategy-words'

export type StrategyValues = Omit<StrategyText, 'tags'> & { tags: string; scope: string }
export type Scope = { id: string; title: string }
/** In place of a conversation's id. */
export const EVERYWHERE = 'all'

const SECTIONS = PLAYBOOK_SLUGS.map((value) => ({ value, label: PLAYBOOK_SECTIONS[value] }))
const KINDS = STRATEGY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))
/** A lesson without a title is named by its first words. */
export const textOf = ({ tags, scope: _, ...text }: StrategyValues): StrategyText => ({
  ...text,
  title: text.title.trim() || shortened(firstLine(text.content), TITLE),
  tags: tagsIn(tags),
})
const firstLine = (text: string) =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/[*_`#>]+/g, '') ?? ''
/** Enough to tell lessons apart. */
const TITLE = 60
/** Room for the word itself. */
const WHEN = 'When '.length

type Props = EntryFormProps<StrategyValues> & { scopes?: Scope[]; domains: string[] }
type EntryProps = EntryFormProps<StrategyValues> & { children?(entry: Entry<StrategyValues>): ReactNode }

const isComplete = (values: StrategyValues) => strategyTextSchema.safeParse(textOf(values)).success

/** A lesson in two fields. Ctrl+Enter in the long one saves. `children` = more fields. */
export const LessonForm = ({ children, ...form }: EntryProps) => (
  <EntryForm {...form} isComplete={isComplete}>
    {(entry) => (
      <>
        <Field
          autoFocus
          label="When"
          placeholder="a text for a poster is asked for"
          maxLength={limits.descriptionChars - WHEN}
          autoComplete="off"
          {...entry.field('description')}
        />
        <TextArea
          label="Do"
          placeholder="Keep it under 60 words."
          maxLength={limits.contentChars}
          onSubmit={entry.submit}
          {...entry.field('content')}
        />
        {children?.(entry)}
      </>
    )}
  </EntryForm>
)

/** The same with all that a lesson has, under Advanced. */
export function StrategyForm({ scopes, domains, ...form }: Props) {
  const known = useId()
  const places = [
    { value: EVERYWHERE, label: 'All conversations' },
    ...(scopes ?? []).map(({ id, title }) => ({ value: id, label: `Only “${title}”` })),
  ]
  return (
    <LessonForm {...form}>
      {({ values, change, field }) => (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm py-1 text-ink-soft hover:text-ink">
            Advanced
          </summary>
          <div className="mt-2 grid gap-3 sm:grid-cols-2">
            <Field label="Title" maxLength={limits.titleChars} autoComplete="off" {...field('title')} />
            <Choice
              label="Section"
              value={values.section}
              options={SECTIONS}
              onChange={(section) => change({ section })}
            />
            <Choice label="Kind" value={values.kind} options={KINDS} onChange={(kind) => change({ kind })} />
            <Field
              label="Domain (optional)"
              placeholder="web"
              list={known}
              maxLength={limits.domainChars}
              autoComplete="off"
              {...field('domain')}
            />
            <datalist id={known}>
              {domains.map((domain) => (
                <option key={domain} value={domain} />
              ))}
            </datalist>
            <Field
              label="Tags (optional)"
              placeholder="sql, backup"
              maxLength={limits.tags * (limits.tagChars + 2)}
              autoComplete="off"
              {...field('tags')}
            />
            {scopes && (
              <Choice
                label="Used in"
                value={values.scope}
                options={places}
                onChange={(scope) => change({ scope })}
              />
            )}
          </div>
        </details>
      )}
    </LessonForm>
  )
}
