import type { Locator } from '@playwright/test'

/** Rows as cell text by column name; rows with a different number of cells are skipped. */
export async function readTable(table: Locator): Promise<Record<string, string>[]> {
  const rows = await table.evaluate((element: HTMLTableElement) =>
    [...element.querySelectorAll('thead tr, tbody tr, tfoot tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => (cell.textContent ?? '').trim()),
    ),
  )
  const [head = [], ...rest] = rows
  return rest
    .filter((row) => row.length === head.length)
    .map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

/** "12,480" as 12480; a dash as 0. */
export const numberIn = (text: string | undefined) => Number((text ?? '').replace(/[^\d.]/g, '') || 0)
