/** The address that invitations name. */
import { useHouse } from "../../net/useFetched";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Return what others have to type: at a laptop's own address, nobody else would find it. */
export function useOwnAddress(): string {
  const house = useHouse();
  const elsewhere = LOOPBACK.test(location.hostname) ? house?.address : undefined;
  return elsewhere || location.origin;
}
