'use client'
import { useState } from 'react'
import { type LearningWeights, learningWeightsSchema, SCORE_FACTORS } from '@/lib/shared/learning/learning'
import { usePageSettings } from '../use-settings'
import { inputClass } from './field'
import { SettingRow, useText } from './setting-row'

const NAMES: Record<keyof LearningWeights, string> = {
  similarity: 'Fits the message',
  recency: 'Recent',
  reliability: 'Reliable',
  diversity: 'Penalty for repeats',
}
const ID = 'learning.weights'

export function WeightsSetting() {
  const settings = usePageSettings()
  const stored = learningWeightsSchema.safeParse(settings.get(ID)?.value).data
  const [wrong, setWrong] = useState<string | null>(null)
  const save = (factor: keyof LearningWeights, text: string) => {
    if (!stored || text.trim() === String(stored[factor])) return setWrong(null)
    const parsed = learningWeightsSchema.safeParse({
      ...stored,
      [factor]: text.trim() === '' ? Number.NaN : Number(text),
    })
    setWrong(parsed.success ? null : NAMES[factor])
    if (parsed.success) void settings.save(ID, parsed.data)
  }
  return (
    <SettingRow
      id={ID}
      name="Weights"
      help="For choosing lessons, from 0 to 1."
      note={
        wrong && (
          <p role="alert" className="text-error text-xs">
            {wrong} was not saved. Enter a number from 0 to 1.
          </p>
        )
      }
    >
      {() => (
        <div className="grid grid-cols-2 gap-x-4 gap-y-2">
          {SCORE_FACTORS.map((factor) => (
            <Weight
              key={factor}
              name={NAMES[factor]}
              value={String(stored?.[factor] ?? '')}
              onSave={(text) => save(factor, text)}
            />
          ))}
        </div>
      )}
    </SettingRow>
  )
}

function Weight({ name, value, onSave }: { name: string; value: string; onSave: (text: string) => void }) {
  const [text, setText] = useText(value)
  return (
    <label className="flex flex-col gap-1 text-ink-soft text-xs">
      {name}
      <input
        inputMode="decimal"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => onSave(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onSave(text)
          if (event.key === 'Escape') setText(value)
        }}
        className={`${inputClass} !w-28 text-right text-ink tabular`}
      />
    </label>
  )
}
