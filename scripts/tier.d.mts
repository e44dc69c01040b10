export const everyday: boolean
export function runs(count: number): number
