import { revokeDevice } from "#contract/player/devices";
import { findStore } from "#contract/stores/endpoints";
import { confirmations } from "~/lib/forms/confirmation.server";
import { load, type PageContext } from "~/lib/session/guard.server";
import { deviceName } from "~/lib/stores/device-name";
import { devicePath, storePath } from "./paths";
import { deviceTexts } from "./texts";

/** Signs a device out of a store's player. */
export const deviceConfirmations = confirmations({
  async find({ api, ids }: PageContext, { params: { id: storeRef = "", device: deviceRef = "" } }) {
    const id = ids.decrypt("device", deviceRef);
    const { data: store } = await load(() =>
      api.call(findStore, { query: { id: ids.decrypt("store", storeRef) } }),
    );
    const device = store.devices.find((one) => one.id === id);
    if (!device) throw new Response(null, { status: 404 });
    return {
      storeRef,
      deviceRef,
      storeId: store.id,
      storeName: store.storeName,
      id,
      name: deviceName(device.userAgent),
    };
  },

  path: ({ storeRef, deviceRef }) => devicePath(storeRef, deviceRef),

  acts: {
    revoke: {
      label: "Sign out",
      ask: ({ name, storeName }) => ({
        title: `Sign ${name} out of ${storeName}'s player?`,
        message: deviceTexts.signOut,
        confirmLabel: "Sign out",
      }),
      from: ({ storeRef }) => storePath(storeRef),
      async call({ api }, { storeId, id, name, storeName }) {
        await api.call(revokeDevice, { query: { storeId, playerDeviceId: id } });
        return { message: deviceTexts.signedOut(name, storeName) };
      },
    },
  },
});
