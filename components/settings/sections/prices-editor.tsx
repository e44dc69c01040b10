'use client'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { inputClass } from '../fields/field'
import { Layer } from '../fields/setting-row'
import { usePageSettings } from '../use-settings'

type Price = { input: number; cachedInput?: number | undefined; output: number }
type Prices = Record<string, Price>
type Row = { model: string; input: string; cached: string; output: string }
const toRows = (value: unknown): Row[] =>
  Object.entries((value ?? {}) as Prices).map(([model, price]) => ({
    model,
    input: String(price.input),
    cached: price.cachedInput === undefined ? '' : String(price.cachedInput),
    output: String(price.output),
  }))

const amount = (text: string) => (text.trim() === '' ? Number.NaN : Number(text.replace(',', '.')))
const isSame = (one: Prices | null, other: Prices) => JSON.stringify(one) === JSON.stringify(other)
const isPrice = (text: string) => amount(text) >= 0
const isComplete = ({ model, input, cached, output }: Row) =>
  model.trim() !== '' && isPrice(input) && isPrice(output) && (cached.trim() === '' || isPrice(cached))

/** The rows as the stored table; null while one is incomplete. */
function toTable(rows: Row[]): Prices | null {
  if (!rows.every(isComplete)) return null
  return Object.fromEntries(
    rows.map(({ model, input, cached, output }) => {
      const price = { input: amount(input), output: amount(output) }
      return [model.trim(), cached.trim() ? { ...price, cachedInput: amount(cached) } : price]
    }),
  )
}

/** `stored`, with what was edited since `base`: a row that was not edited keeps its price of elsewhere. */
function withEdits(base: Prices, edited: Prices, stored: Prices): Prices {
  const models = [...new Set([...Object.keys(stored), ...Object.keys(edited)])]
  const isEdited = (model: string) => JSON.stringify(base[model]) !== JSON.stringify(edited[model])
  return Object.fromEntries(
    models.flatMap((model) => {
      const price = (isEdited(model) ? edited : stored)[model]
      return price ? [[model, price]] : []
    }),
  )
}

const COLUMNS = [
  ['input', 'Input'],
  ['cached', 'Cached input'],
  ['output', 'Output'],
] as const

/** Your own prices in dollars per million tokens; they override the built-in list. */
export function PricesEditor() {
  const settings = usePageSettings()
  const setting = settings.get('prices')
  const stored = toTable(toRows(setting?.value)) ?? {}
  const [base, setBase] = useState(stored)
  const [rows, setRows] = useState(() => toRows(stored))
  const table = toTable(rows)
  const dirty = !isSame(table, base)
  // Prices that change elsewhere, as by an imported file, are shown unless something is typed here.
  if (!dirty && !isSame(stored, base)) {
    setBase(stored)
    setRows(toRows(stored))
  }
  if (!setting) return null
  const edit = (index: number, patch: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...patch } : row)))
  const save = async () => {
    if (!table) return
    const all = withEdits(base, table, stored)
    if (await settings.save('prices', Object.keys(all).length ? all : null)) setBase(table)
  }
  return (
    <div className="flex flex-col gap-3 py-4">
      <p className="flex flex-wrap items-center gap-2 text-ink-soft">
        Dollars per million tokens. Models without a price show no cost. <Layer layer={setting.layer} />
      </p>
      {rows.length > 0 && (
        <div className="overflow-x-auto">
          <table className="w-full min-w-[30rem]">
            <thead className="text-left text-ink-faint text-xs">
              <tr>
                <th scope="col" className="pb-1 font-normal">
                  Model
                </th>
                {COLUMNS.map(([key, name]) => (
                  <th key={key} scope="col" className="w-28 pb-1 pl-2 font-normal">
                    {name}
                  </th>
                ))}
                <th scope="col" className="w-9">
                  <span className="sr-only">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place while its model is typed
                <tr key={index}>
                  <td className="py-1">
                    <input
                      aria-label={`Model ${index + 1}`}
                      value={row.model}
                      onChange={(event) => edit(index, { model: event.target.value })}
                      className={`${inputClass} font-mono !text-xs`}
                    />
                  </td>
                  {COLUMNS.map(([key, name]) => (
                    <td key={key} className="py-1 pl-2">
                      <input
                        aria-label={`${name} of ${row.model || `model ${index + 1}`}`}
                        inputMode="decimal"
                        value={row[key]}
                        onChange={(event) => edit(index, { [key]: event.target.value })}
                        className={`${inputClass} text-right tabular`}
                      />
                    </td>
                  ))}
                  <td className="py-1 pl-1">
                    <IconButton
                      icon={<X />}
                      label={`Remove ${row.model || `model ${index + 1}`}`}
                      small
                      onClick={() => setRows(rows.filter((_, at) => at !== index))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          onClick={() => setRows([...rows, { model: '', input: '', cached: '', output: '' }])}
        >
          <Plus className="size-3.5" /> Add a model
        </Button>
        {dirty && (
          <Button size="sm" look="primary" disabled={!table} onClick={() => void save()}>
            Save prices
          </Button>
        )}
        {dirty && !table && (
          <span className="text-ink-soft text-xs">
            Each row needs a model and numbers for input and output.
          </span>
        )}
      </div>
    </div>
  )
}
