/** The columns of rows, axis and slider. On narrow screens a bar is below its name. */
export const COLUMNS =
  '@3xl:grid-cols-[minmax(12rem,17rem)_1fr_4.5rem_7.5rem_4.5rem] grid grid-cols-[1fr_auto_3.75rem] items-center gap-x-3'
export const CELLS = {
  bar: '@3xl:order-none order-3 @3xl:col-span-1 col-span-2',
  time: '@3xl:order-none order-2',
  tokens: '@3xl:order-none order-1 @max-3xl:pr-2',
  cost: '@3xl:order-none order-4',
}
