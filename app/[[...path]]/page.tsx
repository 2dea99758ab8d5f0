export default async function Page() {
  return <main>Hub</main>;
}
