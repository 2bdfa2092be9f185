export function ReviewStep() {
  return null
}
